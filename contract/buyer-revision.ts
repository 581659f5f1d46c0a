/**
 * The revision of the bodies that the buyers' page sends. While a new version replaces the processes one by one, a page of the new version
 * may call a process of the old one, which would refuse or drop the fields that it does not know. The page names its revision in each call,
 * and a server with an older one asks it to try again.
 */
export const buyerRevision = 3
export const buyerRevisionHeader = 'X-Buyer-Revision'
