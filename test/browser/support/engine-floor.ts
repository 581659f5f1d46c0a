/**
 * Removes from a page, before its first script, the APIs that Chrome 92, the engine floor, lacks. Runs inside the page, so it
 * uses nothing from outside itself. It does not remove what Chrome 92 has (`at`, `replaceAll`, WeakRef), `checkVisibility`, which
 * the test driver itself calls, styles, which only the build can check, and APIs of workers, which get no init script.
 */
export function removeNewerApis(): void {
  const drop = (holder: object | undefined, names: readonly string[]) => {
    for (const name of names) if (holder) Reflect.deleteProperty(holder, name)
  }
  const prototype = (name: string): object | undefined =>
    (Reflect.get(globalThis, name) as { readonly prototype?: object } | undefined)?.prototype
  const holder = (name: string): object | undefined => Reflect.get(globalThis, name) as object | undefined

  drop(Object, ['hasOwn', 'groupBy'])
  drop(Map, ['groupBy'])
  drop(Array, ['fromAsync'])
  drop(Promise, ['withResolvers', 'try'])
  drop(Error, ['isError'])
  drop(Math, ['f16round', 'sumPrecise'])
  drop(JSON, ['rawJSON', 'isRawJSON'])
  drop(RegExp, ['escape'])
  drop(Intl, ['supportedValuesOf', 'DurationFormat'])
  drop(Array.prototype, ['findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with', 'group', 'groupToMap'])
  drop(Object.getPrototypeOf(Uint8Array.prototype), ['findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with'])
  drop(Uint8Array, ['fromBase64', 'fromHex'])
  drop(Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'])
  drop(ArrayBuffer.prototype, ['resize', 'resizable', 'maxByteLength', 'transfer', 'transferToFixedLength', 'detached'])
  drop(String.prototype, ['isWellFormed', 'toWellFormed'])
  drop(Map.prototype, ['getOrInsert', 'getOrInsertComputed'])
  const sets = ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']
  drop(Set.prototype, sets)
  // The iterator helpers are on the prototype of all iterators, whether or not the global `Iterator` exists.
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
  const helpers = ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']
  drop(iterator, helpers)

  drop(AbortSignal, ['abort', 'timeout', 'any'])
  drop(AbortSignal.prototype, ['throwIfAborted', 'reason'])
  drop(URL, ['canParse', 'parse'])
  drop(URLSearchParams.prototype, ['size'])
  drop(Response, ['json'])
  drop(Response.prototype, ['bytes'])
  drop(Blob.prototype, ['bytes'])
  drop(ReadableStream, ['from'])
  drop(ReadableStream.prototype, ['values'])
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
  // Chrome 92 has it, but only in secure contexts; sellers may run their own server on plain http.
  drop(prototype('Crypto'), ['randomUUID'])
  drop(holder('ClipboardItem'), ['supports'])

  drop(prototype('Document'), ['startViewTransition', 'activeViewTransition'])
  drop(prototype('Element'), ['setHTMLUnsafe', 'getHTML', 'moveBefore', 'startViewTransition'])
  drop(prototype('HTMLElement'), ['inert', 'popover', 'showPopover', 'hidePopover', 'togglePopover'])
  for (const name of ['HTMLInputElement', 'HTMLSelectElement']) drop(prototype(name), ['showPicker'])
  const drawing = ['roundRect', 'createConicGradient', 'reset', 'isContextLost', 'letterSpacing', 'wordSpacing', 'fontKerning']
  for (const name of ['CanvasRenderingContext2D', 'OffscreenCanvasRenderingContext2D']) drop(prototype(name), drawing)
  drop(prototype('Path2D'), ['roundRect'])

  drop(globalThis, [
    'structuredClone', 'reportError', 'Iterator', 'navigation', 'scheduler', 'URLPattern', 'VideoFrame', 'ImageDecoder', 'EyeDropper',
    'Highlight', 'CloseWatcher', 'TaskController', 'DisposableStack', 'AsyncDisposableStack', 'SuppressedError', 'Float16Array',
    'ViewTransition', 'onscrollend', 'fetchLater',
  ]) // biome-ignore format: a list of names
  drop(holder('CSS'), ['highlights'])
}
