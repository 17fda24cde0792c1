/** The authenticated user (k8s.io/apiserver authentication/user.Info). */
export interface UserInfo {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

export const groupSystemMasters = "system:masters";
export const groupAuthenticated = "system:authenticated";
export const groupUnauthenticated = "system:unauthenticated";

/** The user of requests without credentials. */
export const anonymousUser: UserInfo = { name: "system:anonymous", uid: "", groups: [groupUnauthenticated], extra: {} };
