/** Whether a URL path, or its data's, belongs to the back-office. */
export const isAdminPath = (path: string) => /^\/admin(\/|\.data$|$)/i.test(path);
