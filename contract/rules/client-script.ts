/**
 * Address of the script that gives a page in a web view of Alibaba's clients `my.postMessage`. Only such a client resolves it.
 */
export const clientScript = 'https://appx/web-view.min.js'
