/** What a Qianniu or Taobao client puts on the page of a web-view: one sender, one listener slot. */
interface WebViewBridge {
  postMessage?: (message: unknown) => void
  onMessage?: ((message: unknown) => void) | null
}

interface Window {
  my?: WebViewBridge
}
