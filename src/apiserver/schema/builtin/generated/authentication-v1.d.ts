/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type BoundObjectReference = {
  readonly kind?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
};

export type SelfSubjectReview = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly status: SelfSubjectReviewStatus;
};

export type SelfSubjectReviewStatus = {
  readonly userInfo: UserInfo;
};

export type TokenRequest = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: TokenRequestSpec;
  readonly status: TokenRequestStatus;
};

export type TokenRequestSpec = {
  readonly audiences: readonly string[] | null;
  readonly expirationSeconds: number | null;
  readonly boundObjectRef: BoundObjectReference | null;
};

export type TokenRequestStatus = {
  readonly token: string;
  readonly expirationTimestamp: string | null;
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
