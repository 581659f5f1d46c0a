/**
 * Which test files `npm test` runs (the usual run) and which `npm run test:more` runs. Each file is in exactly one of the two; files named
 * `*.long.test.ts` are in the second one and need ALL_TESTS=1 (size.ts). A vitest that is started by hand, without TEST_RUN, knows all.
 */
export type Project = 'unit' | 'dom' | 'server' | 'browser'

/** The journeys in Chromium of the usual run, which together walk every area of the product, with what each one walks. */
export const journeys = {
  'test/browser/login.test.ts': 'Sellers sign in, by form and by link, and find their work again when a session ended.',
  'test/browser/selling.test.ts': 'A new shop gets a product, its customization, a copy of that, and a link for buyers.',
  'test/browser/phones.test.ts': 'Brands and many pasted models enter the catalogue; a deleted brand comes back from the trash.',
  'test/browser/wireframes.test.ts': 'Cases get their wireframes with a print area, and go on and off shelf.',
  'test/browser/designer-work.test.ts':
    'A design is made of pictures and layers, by mouse and by keyboard alone, undone and saved.',
  'test/browser/psd-import.test.ts': 'Artboards of a PSD become templates and layers, and what will differ is said before.',
  'test/browser/fonts.test.ts': 'Fonts and colours of a shop are checked, named, sorted and used for text in the designer.',
  'test/browser/buyer.test.ts':
    'A buyer designs on a phone; the code goes into the order, the print into a paid zip or to the factory.',
  'test/browser/download.test.ts': 'Orders are charged once and downloaded as PNG and TIF, also after a closed tab.',
  'test/browser/push.test.ts': 'Orders reach the factory once each, whatever response is lost, also from another program’s page.',
  'test/browser/credits.test.ts':
    'Credits are bought in a window of the cashier, and a payment that was left open is found again.',
  'test/browser/main-task.test.ts': 'A template is designed through the client simulator and found again after a server restart.',
} as const

/**
 * Tests outside the browser that take long: they start programs, kill and cut them, wait for the deadlines of calls, or run models and pictures
 * that are made to be slow.
 */
const longer: Readonly<Partial<Record<Project, readonly string[]>>> = {
  unit: ['test/{deploy,print-floor}/*.test.ts'],
  server: [
    'server/test/{cluster,faults}/*.test.ts',
    'server/test/{backup,buyer-heavy,dump,hostile-pictures,prepared-database,shell}.test.ts',
    'server/infra/cutout/engine.test.ts',
  ],
}

const run = process.env.TEST_RUN
if (run !== undefined && run !== 'usual' && run !== 'more') throw new Error(`TEST_RUN is usual or more, not ${run}`)

/** Returns the files of a project that this run includes and excludes; `all` are the project's test files. */
export function filesOf(project: Project, all: string): { include: string[]; exclude: string[] } {
  const usual = project === 'browser' ? Object.keys(journeys) : [all]
  const apart = longer[project] ?? []
  if (run === undefined) return { include: [all], exclude: [] }
  if (run === 'usual') return { include: usual, exclude: [...apart] }
  return project === 'browser' ? { include: [all], exclude: usual } : { include: [...apart], exclude: [] }
}
