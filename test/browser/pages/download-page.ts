import type { Download, Locator } from 'playwright-core'
import { ScreenPage } from './screen-page'

/** The controls for downloads on the order screen. */
export class DownloadPage extends ScreenPage {
  card(kind: '定制图' | '效果图'): Locator {
    return this.page.getByRole('region', { name: `下载${kind}` })
  }

  /** Ticks orders by the keyboard, because bars that float over the list may cover a checkbox. */
  async tick(...titles: readonly string[]): Promise<void> {
    for (const title of titles) await this.page.getByRole('checkbox', { name: `选择「${title}」` }).press(' ')
  }

  /** Runs `press` and returns the download that the browser starts because of it. */
  async saves(press: () => Promise<unknown>): Promise<Download> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), press()])
    return download
  }
}
