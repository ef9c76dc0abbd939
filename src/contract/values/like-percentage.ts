/** Shown on cards and the order of "Top rated". */
export const likePercentage = (views: number) => Math.min(Math.round((views / 200) * 100), 100);
