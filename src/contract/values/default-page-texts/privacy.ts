/** Says what the site stores about visitors; docs/security.md says it for operators. */
export const privacyText = `You can use this site without an account and without telling us who you are. We use no tracking or analytics by third parties.

# Who is responsible

{{operator}}

# In your browser

Your answer to the age question, your favourites, your history, your hidden tags and the theme that you choose are stored in your browser only. They are never sent to us, and you can delete them in your browser or on the page behind the heart.

We set no cookies for visitors, with one exception: where the law wants more than a question about your age, the result of the check is a cookie that says that you are over 18, and until when. It does not say who you are, and we keep no record of it. While the check is under way, another cookie remembers for an hour which page you wanted. The check itself is done by a provider of age checks, who learns that you want to visit this site.

# On our server

Like every web server, ours receives your IP address with each request. It is used to answer the request and to keep the site safe from abuse. When you open a video’s page we add one to its number of views, without recording who you are.

We count what is searched for, to make searches find more. Your search becomes readable to us only if at least three visitors type the same text on one day, and we do not record who they are. These counts are deleted after 90 days.

# If you report something

We store what you enter in the report form, and what you and we write about it afterwards, to decide on your notice, to tell you what was decided, and to be able to show later that we decided rightly. Only our administrators see it. A code that is made from the network of your IP address tells us who sends many notices; it is erased after 90 days. A counter-notice about copyright is passed on to whoever sent the notice, as the law asks.

# If you submit a website

We store what you enter in the form, including your email, to decide on the submission and to write to you about it. Ask us to delete it at any time.

# Other sites

Images of videos may be loaded from the sites that host them, and links lead to other sites. These sites have privacy policies of their own.

# Your rights

You may ask us which data about you we store, and to correct or delete it. If you are not content with our answer, you can turn to the data protection authority of the place where you live.
`;
