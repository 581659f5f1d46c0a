import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isAgreementAccepted } from '../../agreement/agreement-store'
import { fakeApi, Refusal } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import LoginScreen from './login-screen'

function openLogin(options: { setupToken?: string; notice?: string } = {}) {
  const token = { token: 'fresh', device: 'desk' }
  const server = fakeApi({ users: { login: token, setPassword: token } })
  const onSignedIn = vi.fn(() => Promise.resolve())
  const { user } = renderScreen(
    <LoginScreen
      logoUrl="/logo.svg"
      notice={options.notice ?? null}
      setupToken={options.setupToken ?? null}
      username={null}
      onSignedIn={onSignedIn}
    />,
    { api: server.api },
  )
  return { ...server, onSignedIn, user }
}

beforeEach(() => localStorage.clear())

describe('登录', () => {
  test('signing in requires both fields', async () => {
    const { calls, user } = openLogin()
    await user.click(screen.getByRole('button', { name: '登录' }))
    await screen.findByText('用户名必填')
    await screen.findByText('密码必填')
    expect(calls).toHaveLength(0)
  })

  test('Enter signs in with the trimmed name', async () => {
    const { writes, onSignedIn, user } = openLogin()
    await user.type(screen.getByLabelText('用户名'), ' demo ')
    await user.type(screen.getByLabelText('密码'), ' pass word {Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('fresh', 'desk'))
    expect(writes()).toEqual(['POST /api/users/login {"username":"demo","password":" pass word "}'])
    await screen.findByText('登陆成功')
  })

  test('a refusal by the server is shown in the form, and the typed text stays', async () => {
    const { failing, onSignedIn, user } = openLogin({ notice: '登录过期，请重新登录！' })
    expect(screen.getByText('登录过期，请重新登录！')).toBeTruthy()
    failing.set('users.login', new Refusal('login-failed', '用户名或密码错误'))
    await user.type(screen.getByLabelText('用户名'), 'demo')
    await user.type(screen.getByLabelText('密码'), 'wrong{Enter}')
    await screen.findByText('用户名或密码错误')
    expect(onSignedIn).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>('用户名').value).toBe('demo')
    expect(screen.getByRole('button', { name: '登录' }).className).not.toContain('loading')
  })

  test('a one-time link sets the password, which must be typed twice', async () => {
    const setupToken = 'once-only-and-long-enough'
    const { writes, onSignedIn, user } = openLogin({ setupToken })
    await user.type(screen.getByLabelText('新密码'), 'long enough')
    await user.type(screen.getByLabelText('再输入一次新密码'), 'different{Enter}')
    await screen.findByText('两次输入的密码不一致')
    expect(writes()).toEqual([])
    await user.clear(screen.getByLabelText('再输入一次新密码'))
    await user.type(screen.getByLabelText('再输入一次新密码'), 'long enough{Enter}')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith('fresh', 'desk'))
    expect(writes()).toEqual([`POST /api/users/set_password {"setupToken":"${setupToken}","password":"long enough"}`])
  })

  test('the accepted agreement is remembered', async () => {
    const { user } = openLogin()
    expect(isAgreementAccepted()).toBe(false)
    await user.click(screen.getByRole('checkbox'))
    expect(isAgreementAccepted()).toBe(true)
  })
})
