/** Error texts for buyers. The texts of this page and of the server are Chinese; those of browsers are not for buyers. */

const han = /\p{Script=Han}/u

/** Returns a text for the buyer about any thrown value. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return unexpected
  // A part of the page that is loaded on demand could not be loaded.
  if (error.name === 'ChunkLoadError') return '网络不通，请检查网络后重试'
  return han.test(error.message) ? error.message : unexpected
}

const unexpected = '没有成功，请再试一次；还不行请刷新页面'
