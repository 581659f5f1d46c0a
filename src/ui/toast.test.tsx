import { Message } from '@arco-design/web-react'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toastHint, toastSuccess } from './toast'

afterEach(() => act(() => Message.clear()))

test('a toast replaces the one that is shown under its id; without an id they are shown below each other', async () => {
  await act(async () => toastHint('已是最上层~', 'hint'))
  await act(async () => toastSuccess('移动图层成功~', 'success'))
  await act(async () => toastSuccess('移动图层成功~', 'success'))
  expect(await screen.findAllByText('移动图层成功~')).toHaveLength(1)
  await act(async () => toastSuccess('已复制', 'success'))
  expect(await screen.findByText('已复制')).toBeTruthy()
  expect(screen.queryByText('移动图层成功~')).toBeNull()
  expect(screen.getByText('已是最上层~')).toBeTruthy()
  await act(async () => toastSuccess('已保存'))
  await act(async () => toastSuccess('已保存'))
  expect(await screen.findAllByText('已保存')).toHaveLength(2)
})
