/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type SelfSubjectReview = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly status: SelfSubjectReviewStatus;
};

export type SelfSubjectReviewStatus = {
  readonly userInfo: import("./authentication-v1.d.ts").UserInfo;
};

export type TokenReview = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: TokenReviewSpec;
  readonly status: TokenReviewStatus;
};

export type TokenReviewSpec = {
  readonly token?: string | undefined;
  readonly audiences?: readonly string[] | undefined;
};

export type TokenReviewStatus = {
  readonly authenticated?: boolean | undefined;
  readonly user: UserInfo;
  readonly audiences?: readonly string[] | undefined;
  readonly error?: string | undefined;
};

export type UserInfo = {
  readonly username?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[] | null>> | undefined;
};
