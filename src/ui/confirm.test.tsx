import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { confirm, requestConfirmation } from './confirm'

const question = { title: '放弃修改？', okText: '放弃修改', cancelText: '继续编辑' }
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
afterEach(() => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()))

describe('ask and confirm', () => {
  test('ask rejects with 取消操作 when it is cancelled', async () => {
    const confirmation = requestConfirmation(question)
    const rejected = expect(confirmation).rejects.toThrow('取消操作')
    await clickButton('继续编辑')
    await rejected
  })

  test('ask resolves after the work of onOk is done', async () => {
    let done = false
    const asked = requestConfirmation({
      ...question,
      onOk: async () => {
        done = true
      },
    })
    await clickButton('放弃修改')
    await asked
    expect(done).toBe(true)
  })

  test('confirm resolves to false when it is cancelled, and rejects when onOk fails', async () => {
    const answer = confirm(question)
    await clickButton('继续编辑')
    expect(await answer).toBe(false)
    const failing = confirm({ ...question, onOk: () => Promise.reject(new Error('坏了')) })
    const rejected = expect(failing).rejects.toThrow('坏了')
    await clickButton('放弃修改')
    await rejected
  })
})
