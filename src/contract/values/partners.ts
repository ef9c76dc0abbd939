export const submissionStates = ['waiting', 'approved'] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** The id of the element that confirms a submission. Forms that are sent without JavaScript redirect to it. */
export const websiteSentFragment = 'website-sent';

export const websiteSentMessage = 'Website submited successfully you will recive a email when its added';
