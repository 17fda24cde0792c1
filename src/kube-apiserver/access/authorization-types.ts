/** Who decides what users may do, in order (apiserver.AuthorizationConfiguration). */
export interface AuthorizationConfiguration {
  readonly authorizers?: readonly AuthorizerConfiguration[];
}

/** An authorizer of a mode, or a webhook. */
export interface AuthorizerConfiguration {
  readonly type?: string;
  readonly name?: string;
  readonly webhook?: WebhookConfiguration;
}

/** A webhook that is sent SubjectAccessReviews. Durations are texts as Go prints them. */
export interface WebhookConfiguration {
  readonly authorizedTTL?: string;
  readonly cacheAuthorizedRequests?: boolean;
  readonly unauthorizedTTL?: string;
  readonly cacheUnauthorizedRequests?: boolean;
  readonly timeout?: string;
  readonly subjectAccessReviewVersion?: string;
  readonly matchConditionSubjectAccessReviewVersion?: string;
  readonly failurePolicy?: string;
  readonly connectionInfo?: { readonly type?: string; readonly kubeConfigFile?: string };
  readonly matchConditions?: readonly { readonly expression?: string }[];
}
