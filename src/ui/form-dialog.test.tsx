import { Form, Input } from '@arco-design/web-react'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SessionExpiredError } from '../../contract/call-errors'
import { FormDialog } from './form-dialog'
import { draftKey, removeAllDrafts, storeDraftsIn } from './form-drafts'
import { SellerProvider } from './seller'

const save = vi.fn<(values: { name: string }, saving: { opened: object }) => Promise<void>>()

interface RowFormProps {
  readonly seller?: string
  readonly signedIn?: boolean
  readonly secret?: boolean
}

/** Two rows with the same form, opened and closed by buttons. */
function RowForm({ seller = '小雪', signedIn = true, secret = false }: RowFormProps) {
  const [row, setRow] = useState<number | null>(null)
  return (
    <SellerProvider username={seller} signedIn={signedIn}>
      {[1, 2].map((id) => (
        <button key={id} type="button" onClick={() => setRow(id)}>
          打开 {id}
        </button>
      ))}
      <FormDialog<{ name: string }>
        visible={row !== null}
        title="修改品牌"
        subject={row ?? undefined}
        secret={secret}
        okText="保存品牌"
        initialValues={{ name: `品牌 ${row}` }}
        fields={['name']}
        save={save}
        onClose={() => setRow(null)}
      >
        {() => (
          <Form.Item label="名称" field="name">
            <Input aria-label="名称" />
          </Form.Item>
        )}
      </FormDialog>
    </SellerProvider>
  )
}

const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: '名称' })
const gone = () => waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
const openAndType = async (id: number, text: string) => {
  await press(`打开 ${id}`)
  await user.type(await field(), text)
}

beforeEach(() => {
  storeDraftsIn(sessionStorage)
  removeAllDrafts()
  save.mockReset().mockResolvedValue()
})

test('typed text survives Esc and is discarded only by its own button', async () => {
  render(<RowForm />)
  await openAndType(1, '改')
  await user.keyboard('{Escape}')
  await gone()
  await press('打开 2')
  expect((await field()).value).toBe('品牌 2')
  expect(screen.queryByText('这是上次填写、还没有保存的内容。')).toBeNull()
  await press('取消')
  await gone()
  await press('打开 1')
  expect((await field()).value).toBe('品牌 1改')
  await press('放弃，重新填写')
  expect((await field()).value).toBe('品牌 1')
  expect(screen.queryByText('这是上次填写、还没有保存的内容。')).toBeNull()
})

test('a draft is restored after a reload, but not for another or signed-out seller', async () => {
  const { rerender } = render(<RowForm />)
  await openAndType(1, '改')
  vi.resetModules()
  const reloaded = await import('./form-drafts')
  reloaded.storeDraftsIn(sessionStorage)
  expect(reloaded.readDraft(draftKey('小雪', '修改品牌', 1))?.values).toEqual({ name: '品牌 1改' })
  await user.keyboard('{Escape}')
  await gone()
  rerender(<RowForm seller="春雪" />)
  await press('打开 1')
  expect((await field()).value).toBe('品牌 1')
  removeAllDrafts()
  expect(sessionStorage.length).toBe(0)
})

test('saving or undoing removes the draft, and a secret is never stored', async () => {
  const { rerender } = render(<RowForm />)
  await openAndType(1, '改')
  await press('保存品牌')
  await gone()
  expect(save.mock.calls[0]?.[1].opened).toEqual({ name: '品牌 1' })
  await openAndType(1, '改{Backspace}')
  expect(sessionStorage.length).toBe(0)
  await user.keyboard('{Escape}')
  await gone()
  rerender(<RowForm secret />)
  await openAndType(1, '密钥')
  expect(sessionStorage.length).toBe(0)
})

test('a save that failed because the session ended is repeated when the same seller signs in again', async () => {
  const { rerender } = render(<RowForm />)
  await openAndType(1, '改')
  save.mockImplementationOnce(async () => {
    rerender(<RowForm signedIn={false} />)
    throw new SessionExpiredError('登录过期，请重新登录！', { method: 'PATCH', url: '/api/phone_brands/1' })
  })
  await press('保存品牌')
  await screen.findByText('登录过期了，填写的内容都在。重新登录后会自动保存。')
  expect(screen.queryByText(/登录过期，请重新登录/)).toBeNull()
  expect(save).toHaveBeenCalledTimes(1)
  rerender(<RowForm />)
  await gone()
  expect(save).toHaveBeenCalledTimes(2)
  expect(save.mock.calls[1]?.[0]).toEqual({ name: '品牌 1改' })
})

test('a save is not repeated for another seller', async () => {
  const { rerender } = render(<RowForm />)
  await openAndType(1, '改')
  save.mockImplementationOnce(async () => {
    rerender(<RowForm signedIn={false} />)
    throw new SessionExpiredError('登录过期，请重新登录！', { method: 'PATCH', url: '/api/phone_brands/1' })
  })
  await press('保存品牌')
  await screen.findByText(/重新登录后会自动保存/)
  rerender(<RowForm seller="春雪" />)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(save).toHaveBeenCalledTimes(1)
})
