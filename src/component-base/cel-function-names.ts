const names =
  "add allowed asApproximateFloat asInteger bool bytes charAt check cidr compareTo contains containsCIDR " +
  "containsIP double duration dyn endsWith error errored family fieldSelector find findAll first format getDate " +
  "getDayOfMonth getDayOfWeek getDayOfYear getEscapedPath getFullYear getHost getHostname getHours " +
  "getMilliseconds getMinutes getMonth getPort getQuery getScheme getSeconds group hasValue indexOf int ip isCIDR " +
  "isGlobalUnicast isGreaterThan isIP isInteger isLessThan isLinkLocalMulticast isLinkLocalUnicast isLoopback " +
  "isQuantity isSemver isSorted isURL isUnspecified join labelSelector last lastIndexOf lowerAscii major masked " +
  "matches max min minor name namespace or orValue patch path prefixLength quantity reason replace resource " +
  "semver serviceAccount sign size split startsWith string sub subresource substring sum timestamp trim type uint " +
  "unwrapOpt upperAscii url validate value";

/**
 * The names of the CEL functions that new expressions may call, without those that their library qualifies
 * (`sets.contains`). They are listed for code that does not load the environment, whose names a test compares.
 */
export const celFunctionNames: readonly string[] = names.split(" ");
