/** pages/index/index.js: the only page; everything it knows is in the shell of app.js. */
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
  onAgain() {
    void getApp().shell.retry(this)
  },
  onTutorial() {
    void getApp().shell.openTutorial()
  },
  onUnload() {
    getApp().shell.leave(this)
  },
})
