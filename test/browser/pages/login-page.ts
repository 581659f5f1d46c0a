import type { Locator } from 'playwright-core'
import { type Root, ScreenPage } from './screen-page'

/** /login as a page, or the dialog over the current screen when the session has ended. */
export class LoginPage extends ScreenPage<Root> {
  get username(): Locator {
    return this.root.getByRole('textbox', { name: '用户名' })
  }
  get password(): Locator {
    return this.root.getByLabel('密码', { exact: true })
  }
  get submit(): Locator {
    return this.button('登录')
  }
  get error(): Locator {
    return this.root
      .locator('.login')
      .getByRole('alert')
      .filter({ hasNot: this.root.getByText('登录过期') })
  }

  async enter(username: string, password: string): Promise<void> {
    await this.username.fill(username)
    await this.password.fill(password)
    await this.password.press('Enter')
  }

  /** Signs in and waits for the screen that sellers see first. */
  async signIn(username = 'demo', password = 'kejiang-demo'): Promise<void> {
    await this.enter(username, password)
    await this.root.getByRole('heading', { name: /^(首页|品牌与型号)$/ }).waitFor()
  }
}
