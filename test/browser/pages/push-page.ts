import type { FrameLocator, Locator } from 'playwright-core'
import { type Root, ScreenPage } from './screen-page'

/** The push dialog, in the back office or in the frame of another program. */
export class PushDialogPage extends ScreenPage<Root | FrameLocator> {
  override get dialog(): Locator {
    return this.dialogWith('推送到工厂')
  }
  override button(name: string | RegExp, on = this.dialog): Locator {
    return super.button(name, on)
  }
  async chooseFactory(name: string): Promise<void> {
    await this.chooseOption('工厂', name, this.dialog)
  }
  /** The row of an order. */
  order(number: string): Locator {
    return this.dialog.getByRole('listitem').filter({ hasText: number })
  }
  /** The status text about all orders. */
  status(text: string | RegExp): Locator {
    return this.dialog.getByRole('status').filter({ hasText: text })
  }
}
