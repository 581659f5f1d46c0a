import type { Page } from 'playwright-core'

/** The section 描边 of the right panel. */
export class StrokeSection {
  constructor(readonly page: Page) {}
  get root() {
    return this.page.getByRole('region', { name: '描边' })
  }
  /** Chooses a style and waits until its stroke is in the design. */
  async style(name: string): Promise<void> {
    await this.root.getByRole('radio', { name, exact: true }).check({ force: true })
    await this.settled()
  }
  slider(name: string) {
    return this.root.getByRole('slider', { name, exact: true })
  }
  async set(name: string, value: number): Promise<void> {
    await this.slider(name).fill(String(value))
    await this.settled()
  }
  async color(name: string): Promise<void> {
    await this.root.getByRole('button', { name, exact: true }).click()
    await this.settled()
  }
  /** Resolves when no stroke is being computed. */
  async settled(): Promise<void> {
    await this.root.locator('[aria-busy=false]').waitFor()
  }
}
