/** Tests the screen after a submission: the code at once, the wait in words, the picture, and changes that are not submitted. */
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { BuyerDesign, BuyerDrawing } from '../contract/types'
import { image } from '../design/test/make'
import { forgetDraft, openSession } from './design-session'
import { Designs } from './designs'
import { waitText } from './drawing-state'
import { Editor } from './editor'
import { Finish } from './finish'
import { forgetDesign, rememberDesign } from './known-designs'
import { designOf, openLink } from './test/make'
import { act, cleanup, render } from './test/render'

const key = { id: 1, secret: 'x'.repeat(43) }
const token = '0'.repeat(32)
const nothing = () => undefined
const waiting: BuyerDrawing = { status: 'waiting', ahead: 12, seconds: 38, error: null, pollMs: 2000 }
const submitted: BuyerDesign = {
  ...designOf([image('photo')]),
  ...{ status: 'submitted', submittedRevision: 1, drawing: waiting },
}

afterEach(() => {
  cleanup()
  forgetDraft(1)
  forgetDesign(token, 1)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Answers calls by method and the last part of their address; 'offline' answers nothing. */
function answer(of: (method: string, last: string) => object | 'offline') {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    const last = address.split('/').pop() ?? ''
    asked.push(`${method} ${last}`)
    const body = of(method, last)
    if (body === 'offline') throw new TypeError('Failed to fetch')
    return Response.json(body)
  })
  return asked
}

function showFinish(design: BuyerDesign) {
  const session = openSession(key, design)
  render(
    <Finish
      link={openLink}
      session={session}
      onBack={nothing}
      onMenu={nothing}
      onReturn={nothing}
      onCopy={null}
      onGone={nothing}
    />,
  )
  return session
}

test.each([
  [{ status: 'waiting', ahead: 12, seconds: 38 }, '效果图在排队：前面还有 12 个，大约 40 秒'],
  [{ status: 'waiting', ahead: 1, seconds: 3 }, '效果图在排队：前面还有 1 个，大约 10 秒'],
  [{ status: 'waiting', ahead: 80, seconds: 241 }, '效果图在排队：前面还有 80 个，大约 5 分钟'],
  [{ status: 'waiting', ahead: 3, seconds: null }, '效果图在排队：前面还有 3 个'],
  [{ status: 'waiting', ahead: 0, seconds: 4 }, '正在生成效果图，大约 10 秒'],
  [{ status: 'drawing', ahead: 0, seconds: null }, '正在生成效果图'],
] as const)('%j is shown as %s', (drawing, text) => {
  expect(waitText(drawing)).toBe(text)
})

describe('a submitted design', () => {
  test('a submitted design shows its code while its picture is drawn, asks at the pace of the server, and shows the picture when it is there', async () => {
    vi.useFakeTimers()
    const answers: (object | 'offline')[] = [
      { drawing: { ...waiting, ahead: 3, seconds: 12, pollMs: 3000 } },
      'offline',
      { drawing: null },
    ]
    const asked = answer((_, last) =>
      last === 'drawing' ? (answers.shift() ?? 'offline') : { ...submitted, drawing: null, effectImageUrl: '/files/effect.webp' },
    )
    const session = showFinish(submitted)
    screen.getByText('K7QX-2M9C')
    screen.getByText(/前面还有 12 个，大约 40 秒/)
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await pass(1900)
    expect(asked).toEqual([])
    await pass(200)
    screen.getByText(/前面还有 3 个，大约 20 秒/)
    await pass(3000)
    // A request without an answer changes nothing, and is repeated after a longer pause.
    screen.getByText(/前面还有 3 个，大约 20 秒/)
    await pass(3000)
    expect(asked).toHaveLength(2)
    await pass(3000)
    expect(screen.getByRole('img', { name: '效果图' }).getAttribute('src')).toBe('/files/effect.webp')
    await pass(60_000)
    expect(asked).toEqual(['GET drawing', 'GET drawing', 'GET drawing', 'GET 1'])
    session.dispose()
  })

  test('a submitted design whose drawing failed keeps its code, says why, and is drawn again on request', async () => {
    const user = userEvent.setup()
    const asked = answer(() => submitted)
    const session = showFinish({ ...submitted, drawing: { ...waiting, status: 'failed', error: '图层「照片」的图片已经丢失' } })
    screen.getByText('K7QX-2M9C')
    screen.getByText(/效果图没有生成：图层「照片」的图片已经丢失/)
    await user.click(screen.getByRole('button', { name: '重新生成' }))
    await screen.findByText(/前面还有 12 个/)
    expect(asked).toEqual(['POST submissions'])
    session.dispose()
  })

  test('a submitted design that is being made already leaves drawing it again to the seller, and says so', () => {
    const failed: BuyerDrawing = { ...waiting, status: 'failed', error: '打印文件丢失了，需要重新生成' }
    const lockText = '已开始制作，如需修改请联系客服'
    const session = showFinish({ ...submitted, drawing: failed, lockText })
    expect(screen.getByRole('alert').textContent).toContain(lockText)
    expect(screen.queryByRole('button', { name: '重新生成' })).toBeNull()
    session.dispose()
  })
})

describe('a design that was changed after its submission', () => {
  const changed: BuyerDesign = { ...submitted, revision: 2, drawing: null, effectImageUrl: '/files/effect.webp' }
  const note = '有修改还没有提交，目前制作的是之前的设计。'

  test('a design changed after its submission says in the editor that it has to be submitted again, also after a reload, and leads there', async () => {
    const user = userEvent.setup()
    const onDone = vi.fn()
    const session = openSession(key, changed)
    const props = { link: openLink, token, designKey: key, session, onMenu: nothing, onChangeCase: nothing, onGone: nothing }
    render(<Editor {...props} onDone={onDone} />)
    screen.getByText(note)
    screen.getByText('已保存，还没有提交')
    await user.click(screen.getByRole('button', { name: '重新提交' }))
    expect(onDone).toHaveBeenCalledTimes(1)
    session.dispose()
  })

  test('a design changed after its submission is marked with the first change, before that is saved, and not before it', async () => {
    answer(() => 'offline')
    const session = openSession(key, { ...changed, submittedRevision: 2 })
    const props = { link: openLink, token, designKey: key, session, onMenu: nothing, onChangeCase: nothing, onGone: nothing }
    render(<Editor {...props} onDone={nothing} />)
    expect(screen.queryByText(note)).toBeNull()
    const { doc } = session.state.get()
    act(() => session.change({ ...doc, layers: doc.layers.map((layer) => ({ ...layer, left: 77 })) }, '移动'))
    screen.getByText(note)
    session.dispose()
  })

  test('a design changed after its submission says on the submission screen that the former one is made until then', async () => {
    const session = showFinish(changed)
    screen.getByRole('heading', { name: '重新提交设计' })
    screen.getByText(note)
    screen.getByRole('button', { name: '重新提交' })
    session.dispose()
  })

  test('a design changed after its submission is marked in the list of designs, and is submitted from there', async () => {
    const user = userEvent.setup()
    const onSubmit = vi.fn()
    rememberDesign(token, key)
    answer(() => ({ ...changed, isBound: true }))
    render(
      <Designs
        link={openLink}
        token={token}
        onOpen={nothing}
        onSubmit={onSubmit}
        onBeginAnother={nothing}
        onFound={async () => undefined}
        onBack={nothing}
      />,
    )
    await screen.findByText('有修改还没有提交')
    await user.click(screen.getByRole('button', { name: '重新提交' }))
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  })

  test('a design changed after its submission is not asked for again once its production has begun', async () => {
    rememberDesign(token, key)
    answer(() => ({ ...changed, lockText: '已开始制作，如需修改请联系客服' }))
    render(
      <Designs
        link={openLink}
        token={token}
        onOpen={nothing}
        onSubmit={nothing}
        onBeginAnother={nothing}
        onFound={async () => undefined}
        onBack={nothing}
      />,
    )
    await screen.findByText('已开始制作')
    expect(screen.queryByRole('button', { name: '重新提交' })).toBeNull()
  })
})
