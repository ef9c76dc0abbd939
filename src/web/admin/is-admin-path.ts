/** Whether the path of a page, or of its data, belongs to the back-office. */
export const isAdminPath = (path: string) => /^\/admin(\/|\.data$|$)/i.test(path);
