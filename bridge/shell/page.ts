/** The mini-program's only page, pages/index/index.js. It passes its events to the shell of app.ts. */
import type { Shell, View } from './shell'

declare const getApp: () => { readonly shell: Shell }
declare const Page: (page: Readonly<Record<string, unknown>> & ThisType<View>) => void

Page({
  data: { phase: 'starting' },
  onLoad() {
    void getApp().shell.enter(this)
  },
  onWebViewMessage(event: unknown) {
    getApp().shell.message(this, event)
  },
  onRetry() {
    void getApp().shell.retry(this)
  },
  onTutorial() {
    void getApp().shell.openTutorial()
  },
  onUnload() {
    getApp().shell.leave(this)
  },
})
