/** Thanks whoever has reported a dead link. */
export const sentPath = '/report?sent=yes';
