/** The object `my` that a Qianniu or Taobao client adds to a page in a web-view: a sending function and one handler slot. */
interface WebViewBridge {
  postMessage?: (message: unknown) => void
  onMessage?: ((message: unknown) => void) | null
}

interface Window {
  my?: WebViewBridge
}
