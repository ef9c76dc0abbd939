export const termsText = `This site is for adults. You may browse its videos only if you are at least 18 years old, and of legal age where you live. Anybody may read these pages and [report content](/report).

# Who operates this site

{{operator}}

# What this site is

This site is a directory. It hosts no videos and does not control the sites that it links to. We check what we list, but we cannot promise that a link works, or that what it leads to has not changed since.

# What may never be listed

Everybody in the videos that we link to must have been an adult when they were filmed, and must have agreed to be filmed and shown. What may show a minor, or somebody who did not agree, whether real or made by a computer, is not allowed here, nor is what infringes the rights of others. If you have reason to doubt a video, please [report it](/report). [Content removal](/content-removal) says how we decide, and how to object.

# What you may do

You may browse, search and link to this site freely. You may not try to disrupt it, copy it automatically in a way that burdens it, submit websites that break the law, or send notices that you know to be untrue.

# Liability and law

The site is offered as it is. As far as the law allows, we are not liable for damage that comes from using it or the sites that it links to.

These terms are subject to the law of {{jurisdiction}}, as far as the law of the place where you live does not protect you further.
`;
