export const senderUrl = (sender: string) => `/admin/removals?sender=${encodeURIComponent(sender)}`;

export const postUrl = (video: string) => `/admin/removals?video=${video}`;
