/** Tests the sheet of a batch: moves by mouse and keyboard, exchanges, refusals, paying once, and what was printed. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import type { PrintBatch } from '../../../../contract/types'
import { fakeApi, Refusal } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import { batchRow, pieceRow } from '../test/floor-rows'
import BatchScreen from './batch-screen'

function open(batch: PrintBatch) {
  const server = { batch }
  const fake = fakeApi({
    users: { me: { username: '晨曦', permissions: ['factory'] } },
    printBatches: {
      get: () => server.batch,
      move({ body: { pieceId, to } }) {
        const { pieces } = server.batch
        const moved = pieces.find(({ id }) => id === pieceId)
        const other = pieces.find(({ slot, sheet }) => slot === to?.slot && sheet === to?.sheet)
        server.batch = {
          ...server.batch,
          pieces: pieces
            .filter(({ id }) => to !== null || id !== pieceId)
            .map((piece) => {
              if (to !== null && piece.id === pieceId) return { ...piece, sheet: to.sheet, slot: to.slot }
              return piece.id === other?.id && moved ? { ...piece, sheet: moved.sheet, slot: moved.slot } : piece
            }),
        }
        return server.batch
      },
      make() {
        server.batch = { ...server.batch, state: 'making', unpaid: [] }
        return server.batch
      },
      finish({ body: { failed } }) {
        server.batch = { ...server.batch, state: 'printed', failedCount: failed.length }
        return server.batch
      },
    },
  })
  // The drawing is 300 × 400 px, so that a mm of the sheet is a px.
  vi.spyOn(SVGElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 400))
  const { user } = renderScreen(
    <Route path="/app/print_floor/batches/:id">
      <BatchScreen />
    </Route>,
    { api: fake.api, address: '/app/print_floor/batches/5' },
  )
  return { ...fake, user }
}

const find = (slot: string) => screen.findByRole('button', { name: new RegExp(`^工位 ${slot} 的 `) })
const two = () => batchRow([pieceRow(1), pieceRow(2, { phoneModelName: 'Mate 60' })])

test('a piece is dragged into a free slot, and a tremble of the mouse moves nothing', async () => {
  const { writes } = open(two())
  const piece = await find('S1')
  const at = (x: number, y: number) => ({ clientX: x, clientY: y, button: 0, pointerId: 1 })
  fireEvent.pointerDown(piece, at(50, 90))
  fireEvent.pointerMove(piece, at(51, 91))
  fireEvent.pointerUp(piece, at(51, 91))
  expect(writes()).toEqual([])
  fireEvent.pointerDown(piece, at(50, 90))
  fireEvent.pointerMove(piece, at(240, 90))
  screen.getByText('放到工位 S3')
  fireEvent.pointerUp(piece, at(240, 90))
  await find('S3')
  expect(writes()).toEqual(['POST /api/print_batches/5/move {"pieceId":1,"to":{"sheet":1,"slot":"S3"}}'])
})

test('a piece goes by the keyboard: exchanged with another one, onto a new sheet, or out of the batch', async () => {
  const { user, writes } = open(two())
  fireEvent.keyDown(await find('S1'), { key: 'Enter' })
  const panel = await screen.findByRole('region', { name: '选中的件' })
  await user.click(within(panel).getByRole('combobox', { name: '移到' }))
  await user.click(await screen.findByText('第 1 版 S2（与 小米 Mate 60 交换）'))
  await waitFor(() => expect(writes()).toHaveLength(1))
  await user.click(within(panel).getByRole('combobox', { name: '移到' }))
  expect((await screen.findAllByText('新的一版 S1')).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: '移出批次' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '选中的件' })).toBeNull())
  expect(writes().at(-1)).toBe('POST /api/print_batches/5/move {"pieceId":1,"to":null}')
})

test('a slot that is too small for a piece is not offered, and a drop on it is refused in words', async () => {
  const batch = batchRow([pieceRow(1)])
  const slots = batch.slots.map((slot) => (slot.key === 'S2' ? { ...slot, widthMm: 40 } : slot))
  const { user, writes } = open({ ...batch, slots })
  const piece = await find('S1')
  const at = (x: number) => ({ clientX: x, clientY: 90, button: 0, pointerId: 1 })
  fireEvent.pointerDown(piece, at(50))
  fireEvent.pointerMove(piece, at(120))
  screen.getByText('工位 S2 放不下 小米 14')
  fireEvent.pointerUp(piece, at(120))
  fireEvent.keyDown(piece, { key: ' ' })
  await user.click(await screen.findByRole('combobox', { name: '移到' }))
  expect((await screen.findAllByText('第 1 版 S3')).length).toBeGreaterThan(0)
  expect(screen.queryByText('第 1 版 S2')).toBeNull()
  expect(writes()).toEqual([])
})

test('a refused move is shown with its reason, and the piece stays', async () => {
  const { user, failing } = open(two())
  failing.set('printBatches.move', new Refusal('conflict', '批次 12 正在生成拼版，请等它完成，请刷新查看'))
  fireEvent.keyDown(await find('S1'), { key: 'Enter' })
  await user.click(await screen.findByRole('button', { name: '移出批次' }))
  await screen.findByText('没有移动')
  expect(screen.getByText(/正在生成拼版，请等它完成/)).toBeTruthy()
  await find('S1')
})

test('sheets are made once the price is agreed to, once for a double click', async () => {
  const { user, writes } = open({ ...two(), unpaid: [1, 2] })
  await user.click(await screen.findByRole('button', { name: '生成拼版' }))
  const agree = await screen.findByRole('button', { name: '生成拼版，扣 120 点' })
  expect(screen.getByText(/2 张定制图还没有付过，每张 60 点，一共扣 120 点/)).toBeTruthy()
  await user.dblClick(agree)
  await screen.findByText('正在生成拼版：0/1 版，离开这里也会继续')
  expect(writes()).toEqual(['POST /api/print_batches/5/make {"creditsPerImage":60}'])
})

test('sheets that were not made say why, and are tried again', async () => {
  open({ ...two(), error: '小米 14 PABCDEFGC 的图片没有取到' })
  await screen.findByText('小米 14 PABCDEFGC 的图片没有取到。已付的点数不会再扣，处理后点“重试生成拼版”。')
  await screen.findByRole('button', { name: '重试生成拼版' })
})

test('tapped pieces failed for the chosen reason, all others are printed, once for a double click', async () => {
  const { user, writes } = open({ ...two(), state: 'made' })
  await user.click(await screen.findByRole('button', { name: '登记打印' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByText('错位'))
  await user.click(within(dialog).getByRole('button', { name: /^S1 / }))
  await user.click(within(dialog).getByRole('button', { name: /^S2 / }))
  await user.click(within(dialog).getByRole('button', { name: /^S2 / }))
  await user.dblClick(within(dialog).getByRole('button', { name: '登记：1 件打好，1 件打坏' }))
  await waitFor(() => expect(writes()).toEqual(['POST /api/print_batches/5/finish {"failed":[{"pieceId":1,"reason":"错位"}]}']))
})
