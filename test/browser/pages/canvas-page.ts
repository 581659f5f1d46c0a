import type { Layer, Point } from '../../../design/model/types'
import type { Harness } from '../support/canvas-harness'
import { type HarnessOptions, type HarnessPage, openHarness } from '../support/harness-page'
import { ScreenPage } from './screen-page'

declare const harness: Harness

export type LayerChange = Parameters<Harness['image']>[1]
type Modifier = 'Shift'

/**
 * The designer's canvas alone, on the default document of 500 × 1044 px, driven by mouse and read through the harness. Points are
 * document px.
 */
export class CanvasPage extends ScreenPage {
  constructor(readonly harness: HarnessPage) {
    super(harness.page)
  }

  static async open(files: HarnessOptions['files']): Promise<CanvasPage> {
    const body =
      '<div id="host" style="position:absolute;left:40px;top:20px;width:900px;height:700px;background:#c9cdd4"></div><input id="field" value="1" style="position:absolute;top:0;left:960px"><textarea id="text" style="position:absolute;top:40px;left:960px"></textarea>'
    const opened = await openHarness({ script: 'canvas-harness.ts', body, ...(files && { files }) })
    return new CanvasPage(opened)
  }

  /** Shows layers, given from the bottom to the top, and resolves when all their pictures are drawn. */
  async show(layers: readonly (readonly [string, LayerChange])[], selected: readonly string[] = []): Promise<void> {
    await this.page.evaluate(
      async ([wanted, chosen]) => {
        harness.show(wanted.map(([uuid, change]) => harness.image(uuid, change)))
        await harness.picturesReady()
        harness.select(chosen)
        await harness.drawn()
      },
      [layers, selected] as const,
    )
  }
  /** Shows layers of one picture, from the bottom to the top, and selects the last one. */
  async showTopSelected(imageUrl: string, layers: Readonly<Record<string, LayerChange>>): Promise<void> {
    const rows = Object.entries(layers).map(([uuid, change]) => [uuid, { imageUrl, ...change }] as const)
    const top = rows.slice(-1).map(([uuid]) => uuid)
    await this.show(rows, top)
  }
  /** Resolves when everything done so far has been drawn. */
  drawn = () => this.page.evaluate(() => harness.drawn())
  async select(...uuids: string[]): Promise<void> {
    await this.page.evaluate((chosen) => harness.select(chosen), uuids)
    await this.drawn()
  }
  async background(uuid: string): Promise<void> {
    await this.page.evaluate((id) => harness.background(id), uuid)
    await this.drawn()
  }

  state = () => this.page.evaluate(() => harness.state())
  selection = async () => (await this.state()).selection
  /** Labels of the history, the oldest first. */
  steps = async () => (await this.state()).steps
  uuids = async () => (await this.state()).layers.map((one) => one.uuid)
  notice = () => this.page.evaluate(() => harness.notice())
  writes = () => this.page.evaluate(() => harness.writes())
  zoom = () => this.page.evaluate(() => harness.probe().zoom())
  async layer(uuid: string): Promise<Layer> {
    const found = await this.page.evaluate((id) => harness.layer(id), uuid)
    if (!found) throw new Error(`no layer ${uuid}`)
    return found
  }

  /** Counts from now on how often a canvas draws a picture or fills a shape. */
  countDrawing = () => this.page.evaluate(() => harness.countDrawing())
  drawings = () => this.page.evaluate(() => harness.drawings())

  /** Returns the screen position of a document point. */
  at = (x: number, y: number): Promise<Point> => this.page.evaluate((point) => harness.probe().clientPoint(point), { x, y })
  /** Returns the screen position of a handle of the selection: 0 is top left, clockwise to 7, left. */
  async handleAt(name: number | 'rotate'): Promise<Point> {
    const point = await this.page.evaluate((wanted) => harness.probe().handle(wanted), name)
    if (!point) throw new Error('nothing is selected')
    return point
  }

  async click(x: number, y: number, modifiers: readonly Modifier[] = []): Promise<void> {
    const point = await this.at(x, y)
    for (const key of modifiers) await this.page.keyboard.down(key)
    await this.page.mouse.click(point.x, point.y)
    for (const key of modifiers) await this.page.keyboard.up(key)
    await this.drawn()
  }
  /** Presses the mouse button at a screen position. */
  async press(from: Point): Promise<void> {
    await this.page.mouse.move(from.x, from.y)
    await this.page.mouse.down()
  }
  /** Drags between two document points; with `hold` the button stays down. */
  async drag(
    from: readonly [number, number],
    to: readonly [number, number],
    options: { keepPressed?: boolean } = {},
  ): Promise<void> {
    await this.press(await this.at(...from))
    const end = await this.at(...to)
    await this.page.mouse.move(end.x, end.y, { steps: 12 })
    await this.drawn()
    if (!options.keepPressed) await this.page.mouse.up()
    await this.drawn()
  }
  /** Drags from a document point by a distance in screen px. */
  async dragBy(from: readonly [number, number], dx: number, dy: number): Promise<void> {
    const start = await this.at(...from)
    await this.dragMouse(start, { x: start.x + dx, y: start.y + dy }, 4)
    await this.drawn()
  }
  async dragHandle(name: number | 'rotate', to: Point): Promise<void> {
    await this.dragMouse(await this.handleAt(name), to)
    await this.drawn()
  }
}

/** Matches a number within 2.1: browsers report the pointer in whole screen px, here about two document px. */
export const near = (px: number) => ({
  asymmetricMatch: (value: unknown) => typeof value === 'number' && Math.abs(value - px) < 2.1,
  toString: () => `near ${px}`,
})
