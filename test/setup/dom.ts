import Message from '@arco-design/web-react/es/Message'
import '@arco-design/web-react/es/_util/react-19-adapter'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { forgetAllDrafts } from '../../src/ui/form-drafts'
import { stateLimitMs } from './limits'

configure({ asyncUtilTimeout: stateLimitMs })

// Arco's transitions end in timers that may outlive the last test, and with it the window they would draw in.
const running = new Set<ReturnType<typeof setTimeout>>()
const start = globalThis.setTimeout
globalThis.setTimeout = Object.assign((...args: Parameters<typeof start>) => {
  const timer = start(...args)
  running.add(timer)
  return timer
}, start)

afterEach(() => {
  cleanup()
  // What one test typed into a dialog is not the next one's.
  forgetAllDrafts()
  localStorage.clear()
  sessionStorage.clear()
  document.body.innerHTML = ''
  // Or the next test's toasts go to the place of this one's, which has just left the page.
  const place = document.body.appendChild(document.createElement('div'))
  Message.config({ getContainer: () => place })
})
afterAll(() => {
  for (const timer of running) clearTimeout(timer)
})
