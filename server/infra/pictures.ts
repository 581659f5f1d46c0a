/**
 * The picture processes of a server in two pools: what somebody waits for (uploads, thumbnails, texts, previews), and the drawing of
 * submitted designs, which has processes and a priority of its own. So no upload waits behind drawings, however many are queued.
 */
import type { Examiner } from '../ports/examiner'
import type { Renderer } from '../ports/renderer'
import type { Sheets } from '../ports/sheets'
import { drawingPriority, startPictureProcess } from './content/child-process'
import { createPool, defaultPoolSize } from './content/pool'
import { createExaminer, defaultLimits } from './content/work'
import type { PartReport } from './parts'
import { createRenderer } from './render/renderer'
import { createSheets, type SheetOptions } from './render/sheets/sheets'

interface PictureWork {
  readonly examiner: Examiner
  readonly renderer: Renderer
}

export interface Pictures extends PictureWork {
  /** Draws submitted designs, and sheets of print floors. */
  readonly drawings: PictureWork & { readonly concurrency: number; readonly sheets: Sheets }
  /** Starts the processes that somebody will wait for; those that draw start with the first design. */
  startAll(): void
  close(): void
  /** Whether pictures can be worked on that somebody waits for. */
  report(): PartReport
}

/** @param sheets where sheets lie while they are made. */
export function openPictures(report: (error: Error) => void, sheets: Pick<SheetOptions, 'folder' | 'assertRoom'>): Pictures {
  const pool = createPool({ report })
  // They take every processor that nobody else wants: their priority leaves nearly all of it to a thread of the server.
  const size = defaultPoolSize
  const start = (reportProcess: (error: Error) => void) => startPictureProcess(reportProcess, defaultLimits, drawingPriority)
  // An account with many drawings has all processes while it is alone; accounts take turns.
  const drawingPool = createPool({ size, perOwner: size, start, report })
  return {
    examiner: createExaminer(pool.run),
    renderer: createRenderer(pool.run),
    drawings: {
      examiner: createExaminer(drawingPool.run),
      renderer: createRenderer(drawingPool.run),
      sheets: createSheets({ ...sheets, run: drawingPool.run, concurrency: size }),
      // While a design is drawn, the next one is read, and the one before stored.
      concurrency: size + 1,
    },
    startAll: pool.startAll,
    report: pool.report,
    close() {
      pool.close()
      drawingPool.close()
    },
  }
}
