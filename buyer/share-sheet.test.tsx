/** A design is shared with all its photos and changes: what the server does not have yet is waited for, or the reason is shown. */
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { image } from '../design/test/make'
import { forgetDraft, openSession } from './design-session'
import { ShareSheet } from './share-sheet'
import { designOf, openLink } from './test/make'
import { type FakePost, stubPosts } from './test/posts'
import { cleanup, render } from './test/render'

const key = { id: 1, secret: 'x'.repeat(43) }
const design = designOf([image('place', { isUserUploadImage: true, locked: true, name: '合影' })])

beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
  // happy-dom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, { showModal: () => undefined, close: () => undefined })
})
let session: ReturnType<typeof openSession> | null = null
afterEach(() => {
  cleanup()
  session?.dispose()
  forgetDraft(1)
  vi.unstubAllGlobals()
})

/** Answers the calls of a design; returns them by method and the last part of their address. */
function answer(save: () => Response) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const last = address.split('/').pop() ?? ''
    asked.push(`${method} ${last}`)
    if (last === 'uploads') return Response.json({ fileId: 1, uploadUrl: '/post', params: {} })
    if (address.includes('/uploads/'))
      return Response.json({ imageFileId: 91, imageUrl: '/files/1.jpg', width: 800, height: 800 })
    if (method === 'PUT') return save()
    if (method === 'POST') return Response.json({ token: 't'.repeat(43), ...(body && {}) })
    return Response.json(design)
  })
  return asked
}
const shareCalls = (asked: readonly string[]) => asked.filter((call) => /^POST share/.test(call))
const chosen = {
  slot: 'place',
  isAdded: false,
  cutout: null,
  blob: new Blob(['x']),
  name: 'a.jpg',
  size: { width: 8, height: 8 },
}

test('sharing waits until a photo is sent and saved, and says so', async () => {
  const asked = answer(() => Response.json({ ...design, revision: 2 }))
  let post: FakePost | null = null
  stubPosts((one) => {
    post = one
  })
  session = openSession(key, design)
  session.unsent.keep(chosen)
  render(<ShareSheet link={openLink} designKey={key} session={session} onClose={() => undefined} />)
  await screen.findByText(/照片还没有传完，传完后才有分享的地址/)
  await waitFor(() => expect(post).not.toBeNull())
  expect(shareCalls(asked)).toEqual([])
  ;(post as FakePost | null)?.reply(204)
  await screen.findByText(/#s=|#/)
  expect(asked.filter((call) => /^(PUT|POST share)/.test(call)).at(-1)).toBe(shareCalls(asked)[0])
  expect(asked.filter((call) => call.startsWith('PUT')).length).toBeGreaterThan(0)
})

test('a design that cannot be saved is not shared as it was before, and the reason is shown', async () => {
  const asked = answer(() => Response.json({ code: 'conflict', message: '卖家没有开放修改' }, { status: 409 }))
  session = openSession(key, design)
  session.change({ ...session.state.get().doc, layers: [] }, '删除')
  render(<ShareSheet link={openLink} designKey={key} session={session} onClose={() => undefined} />)
  await screen.findByText('卖家没有开放修改')
  expect(shareCalls(asked)).toEqual([])
})

test('a design that is being made already is shared as it is', async () => {
  const asked = answer(() => Response.json(design))
  session = openSession(key, { ...design, status: 'submitted', lockText: '已开始制作' })
  render(<ShareSheet link={openLink} designKey={key} session={session} onClose={() => undefined} />)
  await screen.findByText('停止分享')
  expect(shareCalls(asked)).toHaveLength(1)
})
