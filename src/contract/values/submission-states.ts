/** Which submissions a list of networks is limited to. */
export const submissionStates = ['waiting', 'approved'] as const;
export type SubmissionState = (typeof submissionStates)[number];
