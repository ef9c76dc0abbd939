/** Which submissions a list of networks is limited to. */
export const submissionStates = ['waiting', 'approved'] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** Where a form that was sent without JavaScript leads: the element with this id says that the website was submitted. */
export const websiteSentFragment = 'website-sent';

export const websiteSentMessage = 'Website submited successfully you will recive a email when its added';
