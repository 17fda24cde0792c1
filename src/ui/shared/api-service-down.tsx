import { Note } from "../design/feedback.tsx";
import { apiServiceAddress, type ApiServiceView } from "../state/api-services.ts";

/** Says why nobody answers for a group version, with the way to its APIService. */
export function ApiServiceDown({ service }: { readonly service: ApiServiceView }) {
  const { name, group, version, server, reason, message } = service;
  return (
    <Note tone="error">
      <p>
        <strong>
          {group}/{version} is not served at present:
        </strong>{" "}
        its server, {server}, is not available. <a href={apiServiceAddress(name)}>APIService {name}</a>
      </p>
      {message === "" ? null : (
        <p className="small kp-api-down">
          {reason}: {message}
        </p>
      )}
    </Note>
  );
}
