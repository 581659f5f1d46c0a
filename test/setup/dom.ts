import Message from '@arco-design/web-react/es/Message'
import '@arco-design/web-react/es/_util/react-19-adapter'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { loadDialogs } from '../../src/ui/confirm'
import { removeAllDrafts } from '../../src/ui/form-drafts'
import { stateLimitMs } from './limits'

configure({ asyncUtilTimeout: stateLimitMs })
// As on a page that has shown its first screen.
await loadDialogs()

// Arco's transitions end in timers that may outlive the last test and would then use a window that is gone, so they are cleared.
const running = new Set<ReturnType<typeof setTimeout>>()
const start = globalThis.setTimeout
globalThis.setTimeout = Object.assign((...args: Parameters<typeof start>) => {
  const timer = start(...args)
  running.add(timer)
  return timer
}, start)

afterEach(() => {
  cleanup()
  // Drafts of dialogs survive unmounting; without this one test would see what another typed.
  removeAllDrafts()
  localStorage.clear()
  sessionStorage.clear()
  document.body.innerHTML = ''
  // Arco remembers the container of its toasts; this test's container has just been removed with the page, so the next test needs
  // a new one.
  const place = document.body.appendChild(document.createElement('div'))
  Message.config({ getContainer: () => place })
})
afterAll(() => {
  for (const timer of running) clearTimeout(timer)
})
