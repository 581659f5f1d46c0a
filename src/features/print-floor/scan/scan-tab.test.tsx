/** Tests the scanning: codes as scanners and input methods type them, steps once, refusals, and a broken line. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PrintPiece } from '../../../../contract/types'
import { fakeApi, offline, Refusal } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import { pieceRow } from '../test/floor-rows'
import { ScanTab } from './scan-tab'

function open(address = '/app/print_floor/scan') {
  const pieces = new Map<string, PrintPiece>(
    [pieceRow(1, { state: 'printed' }), pieceRow(2, { state: 'packed' })].map((piece) => [piece.code, piece]),
  )
  const parcel = () => [...pieces.values()]
  const of = (code: string) => {
    const piece = pieces.get(code)
    return piece ?? new Refusal('not-found', `没有件码 ${code}，可能是其他账号或其他店铺的`)
  }
  const fake = fakeApi({
    users: { me: { username: '晨曦', mainUsername: '老板', permissions: ['orders'] } },
    home: { get: { firstSteps: null, todos: null, numbers: null } },
    printPieces: {
      scan({ query: { code } }) {
        const piece = of(code)
        return piece instanceof Refusal ? piece : { piece, parcel: parcel(), isRepeated: false }
      },
      step({ body: { code, step } }) {
        const piece = of(code)
        if (piece instanceof Refusal) return piece
        if (piece.state === step) return { piece, parcel: parcel(), isRepeated: true }
        const state = step === 'failed' ? ('waiting' as const) : step
        pieces.set(code, { ...piece, state })
        return { piece: { ...piece, state }, parcel: parcel(), isRepeated: false }
      },
    },
  })
  const { user } = renderScreen(<ScanTab />, { api: fake.api, address })
  const field = screen.getByRole('textbox', { name: '件码' })
  /** A scanner types fast and ends with Enter. */
  const scan = (code: string) => {
    fireEvent.change(field, { target: { value: code } })
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  }
  return { ...fake, user, field, scan }
}

const answer = () => screen.findByRole('region', { name: '扫到的件' })

test('a code in small letters, in full width and with a dash shows the piece with its parcel and its next step', async () => {
  const { scan, calls, user, writes } = open()
  scan('ｐabc-defgc')
  await within(await answer()).findByRole('heading', { name: '小米 14' })
  expect(calls.filter(({ name }) => name === 'printPieces.scan').map(({ query }) => query)).toEqual([{ code: 'PABCDEFGC' }])
  expect(within(await answer()).getByText('同一个包裹 2 件，已包装 1 件')).toBeTruthy()
  expect(writes()).toEqual([])
  await user.click(within(await answer()).getByRole('button', { name: '登记已包装' }))
  await waitFor(() => expect(writes()).toEqual(['POST /api/print_pieces/step {"code":"PABCDEFGC","step":"packed"}']))
})

test('each scan of a step mode takes the step, in the order of the scans, and a repeated one says so', async () => {
  const { scan, writes } = open('/app/print_floor/scan?mode=packed')
  await screen.findByText('每扫一次就登记已包装一件，不用再点。重复扫不会多登记。')
  scan('PABCDEFGC')
  scan('PHJKMNPQ4')
  await within(await answer()).findByText('之前已经登记过（已包装）')
  expect(writes()).toEqual([
    'POST /api/print_pieces/step {"code":"PABCDEFGC","step":"packed"}',
    'POST /api/print_pieces/step {"code":"PHJKMNPQ4","step":"packed"}',
  ])
  const log = screen.getByRole('region', { name: '刚才扫的' })
  expect(
    within(log)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['PHJKMNPQ4小米 14之前已经登记过', 'PABCDEFGC小米 14已包装'])
})

test('a scan on a broken line keeps its code, and is sent again by a button', async () => {
  const { scan, failing, user } = open('/app/print_floor/scan?mode=packed')
  await screen.findByText('每扫一次就登记已包装一件，不用再点。重复扫不会多登记。')
  failing.set('printPieces.step', offline)
  scan('PABCDEFGC')
  const verdict = await within(await answer()).findByRole('alert')
  expect(verdict.textContent).toContain('PABCDEFGC')
  failing.clear()
  await user.click(within(verdict).getByRole('button', { name: /^重\s?试$/ }))
  await within(await answer()).findByRole('heading', { name: '小米 14' })
  expect(within(await answer()).queryByRole('alert')).toBeNull()
})

test('a code of another account is refused without a retry, and the reason of a bad print is sent with it', async () => {
  const { scan, user, writes } = open('/app/print_floor/scan?mode=failed')
  await user.click(await screen.findByText('划伤'))
  scan('P99999998')
  const verdict = await within(await answer()).findByRole('alert')
  expect(verdict.textContent).toContain('没有件码 P99999998，可能是其他账号或其他店铺的')
  expect(within(verdict).queryByRole('button', { name: /^重\s?试$/ })).toBeNull()
  scan('PABCDEFGC')
  await within(await answer()).findByText('已送回重打')
  expect(writes().at(-1)).toBe('POST /api/print_pieces/step {"code":"PABCDEFGC","step":"failed","reason":"划伤"}')
})

test('a key beside the field goes into it, and a page that may not use the camera says what to do', async () => {
  const { user, field } = open()
  await user.click(screen.getByRole('button', { name: '用摄像头扫' }))
  await screen.findByText(/这个页面不能用摄像头/)
  field.blur()
  await user.keyboard('P')
  expect(document.activeElement).toBe(field)
  expect((field as HTMLInputElement).value).toBe('P')
})
