import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { HttpRequest, Platform } from '../../../adapters/platform'
import { isAgreementAccepted } from '../../agreement/agreement-store'
import { createApi } from '../../api/client'
import { ServicesProvider } from '../../api/services'
import LoginScreen from './login-screen'

function openLogin(options: { setupToken?: string; notice?: string } = {}) {
  const asked: HttpRequest[] = []
  const answer = { status: 200, body: { token: 'fresh', device: 'desk' } as unknown }
  const api = createApi(
    (request) => {
      asked.push(request)
      return Promise.resolve({ status: answer.status, headers: {}, body: JSON.stringify(answer.body) })
    },
    { token: () => null, onSessionEnded: () => {}, onFailure: () => {} },
  )
  const onSignedIn = vi.fn(() => Promise.resolve())
  render(
    <ServicesProvider api={api} platform={{} as Platform}>
      <LoginScreen
        logoUrl="/logo.svg"
        notice={options.notice ?? null}
        setupToken={options.setupToken ?? null}
        username={null}
        onSignedIn={onSignedIn}
      />
    </ServicesProvider>,
  )
  return { asked, answer, onSignedIn, user: userEvent.setup() }
}

beforeEach(() => localStorage.clear())

describe('登录', () => {
  test('signing in requires both fields', async () => {
    const { asked, user } = openLogin()
    await user.click(screen.getByRole('button', { name: '登录' }))
    await screen.findByText('用户名必填')
    await screen.findByText('密码必填')
    expect(asked).toHaveLength(0)
  })

  test('Enter signs in with the trimmed name', async () => {
    const { asked, onSignedIn, user } = openLogin()
    await user.type(screen.getByLabelText('用户名'), ' demo ')
    await user.type(screen.getByLabelText('密码'), ' pass word {Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('fresh', 'desk'))
    expect(asked[0]?.body).toBe('{"username":"demo","password":" pass word "}')
    await screen.findByText('登陆成功')
  })

  test('a refusal by the server is shown in the form, and the typed text stays', async () => {
    const { answer, onSignedIn, user } = openLogin({ notice: '登录过期，请重新登录！' })
    expect(screen.getByText('登录过期，请重新登录！')).toBeTruthy()
    answer.status = 422
    answer.body = { traceId: 't', code: 'login-failed', message: '用户名或密码错误' }
    await user.type(screen.getByLabelText('用户名'), 'demo')
    await user.type(screen.getByLabelText('密码'), 'wrong{Enter}')
    await screen.findByText('用户名或密码错误')
    expect(onSignedIn).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>('用户名').value).toBe('demo')
    expect(screen.getByRole('button', { name: '登录' }).className).not.toContain('loading')
  })

  test('a one-time link sets the password, which must be typed twice', async () => {
    const { asked, onSignedIn, user } = openLogin({ setupToken: 'once-only' })
    await user.type(screen.getByLabelText('新密码'), 'long enough')
    await user.type(screen.getByLabelText('再输入一次新密码'), 'different{Enter}')
    await screen.findByText('两次输入的密码不一致')
    expect(asked).toHaveLength(0)
    await user.clear(screen.getByLabelText('再输入一次新密码'))
    await user.type(screen.getByLabelText('再输入一次新密码'), 'long enough{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('fresh', 'desk'))
    expect(asked[0]?.path).toBe('/api/users/set_password')
    expect(asked[0]?.body).toBe('{"setupToken":"once-only","password":"long enough"}')
  })

  test('the accepted agreement is remembered', async () => {
    const { user } = openLogin()
    expect(isAgreementAccepted()).toBe(false)
    await user.click(screen.getByRole('checkbox'))
    expect(isAgreementAccepted()).toBe(true)
  })
})
