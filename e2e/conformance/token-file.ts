/** The users of the recorded cases, in kube-apiserver's format. */
export const tokenFile = `admin-token,admin,admin-uid,"system:masters"
viewer-token,viewer,viewer-uid,"viewers"
alice-token,alice,alice-uid,"dev"
`;
