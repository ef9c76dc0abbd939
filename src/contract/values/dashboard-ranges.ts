/** The days that the dashboard can show. */
export const dashboardRanges = [7, 30, 90, 365] as const;
export const defaultDashboardRange = 30;
