/** Nothing but what a lesson claims may fail it, however busy the machine is: deadlines of the server neither. */
export const patient = { waitMs: 400_000, requestMs: 600_000, lessonMs: 6_000_000 };
