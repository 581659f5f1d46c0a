import type { Frame, Page } from 'playwright-core'

/** A page or the plugin's frame inside the client simulator. */
export type Root = Page | Frame

export class LoginPage {
  constructor(readonly root: Root) {}

  async signIn(username = 'demo', password = 'kejiang-demo'): Promise<void> {
    await this.root.getByRole('textbox', { name: '用户名' }).fill(username)
    await this.root.getByLabel('密码', { exact: true }).fill(password)
    await this.root.getByLabel('密码', { exact: true }).press('Enter')
    await this.root.getByRole('heading', { name: '模板管理' }).waitFor()
  }
}
