/** The page with the hotlines. */
export const helpPath = '/get-help';

/** Leads to that page, with the visitor's country first if it is known. */
export const localHelpPath = '/help';
