/** Who may authenticate by which tokens, and which requests are anonymous (apiserver.AuthenticationConfiguration). */
export interface AuthenticationConfiguration {
  readonly jwt?: readonly JwtAuthenticator[];
  readonly anonymous?: AnonymousConfiguration;
}

/** Which requests without credentials are anonymous; the paths are all paths if there are no conditions. */
export interface AnonymousConfiguration {
  readonly enabled?: boolean;
  readonly conditions?: readonly { readonly path?: string }[];
}

/** An issuer of tokens, and how the claims of its tokens name users. */
export interface JwtAuthenticator {
  readonly issuer?: JwtIssuer;
  readonly claimValidationRules?: readonly ClaimValidationRule[];
  readonly claimMappings?: ClaimMappings;
  readonly userValidationRules?: readonly ExpressionRule[];
}

/** An issuer whose keys are found by its discovery document. */
export interface JwtIssuer {
  readonly url?: string;
  readonly discoveryURL?: string;
  readonly certificateAuthority?: string;
  readonly audiences?: readonly string[];
  readonly audienceMatchPolicy?: string;
  readonly egressSelectorType?: string;
}

/** An expression that must be true, and what is said if it is not. */
export interface ExpressionRule {
  readonly expression?: string;
  readonly message?: string;
}

/** A claim that must have a value, or an expression that must be true. */
export interface ClaimValidationRule extends ExpressionRule {
  readonly claim?: string;
  readonly requiredValue?: string;
}

/** A claim, or an expression over all claims. */
export interface ClaimOrExpression {
  readonly claim?: string;
  readonly prefix?: string;
  readonly expression?: string;
}

/** How claims become a user. */
export interface ClaimMappings {
  readonly username?: ClaimOrExpression;
  readonly groups?: ClaimOrExpression;
  readonly uid?: ClaimOrExpression;
  readonly extra?: readonly { readonly key?: string; readonly valueExpression?: string }[];
}
