/** Tags with fewer videos are kept out of search engines: their pages have too little of their own. */
export const minIndexedVideos = 5;
