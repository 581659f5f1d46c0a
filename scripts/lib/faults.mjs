/**
 * The faults that the product must survive, and the tests that make them happen. A test is named by its file and its title as written in
 * the source, with … for a value in a template; `*` stands for all tests of the file. `npm run test:faults` runs them and writes docs/reliability.md; a fault without
 * tests is shown as not covered.
 */

/** The vitest project of a test file. */
export function projectOf(file) {
  if (file.startsWith('test/browser/')) return 'browser'
  if (file.startsWith('server/')) return 'server'
  return file.endsWith('.tsx') ? 'dom' : 'unit'
}

const postgres = 'server/test/faults/postgres.test.ts'
const storage = 'server/test/faults/storage.test.ts'
const quota = 'server/test/quota.test.ts'
const charges = 'server/domain/credits/charge.test.ts'
const recharge = 'server/test/recharge.test.ts'
const contract = 'server/test/security/contract.test.ts'
const screens = 'test/browser/faults.test.ts'
const unsaved = 'test/browser/designer-unsaved.test.ts'
const examine = 'server/infra/content/examine.test.ts'
const psd = 'src/imaging/psd-parser/psd-corpus.test.ts'
const shapes = 'bridge/test/shapes.test.ts'

/**
 * @typedef {{ fault: string, tests: Record<string, readonly string[]>, note?: string }} Fault `note` says why there is no test
 * @type {readonly { title: string, faults: readonly Fault[] }[]}
 */
export const areas = [
  {
    title: 'Database',
    faults: [
      {
        fault: 'PostgreSQL is restarted while servers write',
        tests: { [postgres]: ['a restart of PostgreSQL during writes ends no process and loses nothing that was acknowledged'] },
      },
      {
        fault: 'A connection is cut in the middle of work',
        tests: { [postgres]: ['a sync task continues by itself after its connection was cut'] },
      },
      {
        fault: 'A lock is held, on a table and on a row',
        tests: {
          [postgres]: [
            'a locked table blocks nobody who does not need it, however many wait for it',
            'callers that lock the same row in turn are all served, however many they are',
            'a lock, a statement or a pool that takes too long is answered with 503 and a Retry-After',
          ],
        },
      },
      {
        fault: 'A server stands still in the middle of a transaction',
        tests: { [postgres]: ['the idle transaction of a stalled server is ended, and its locks are released'] },
      },
      {
        fault: 'A pooler has fewer connections than clients',
        tests: { 'server/test/pooler.test.ts': ['a statement, a lock and an idle transaction end at their limits'] },
      },
      {
        fault: 'The thread of the embedded database ends, or a query of it takes long',
        tests: {
          'server/test/faults/thread.test.ts': [
            'a long query of the embedded database does not block the server',
            'when the database thread ends, pending and later queries are rejected and the end is reported once',
          ],
        },
      },
    ],
  },
  {
    title: 'Storage of files',
    faults: [
      {
        fault: 'The storage is gone',
        tests: {
          [storage]: [
            'a storage that is %s refuses uploads in words, keeps what was acknowledged, and works again',
            'files are there again when their disk is, and meanwhile the server reads and writes everything else',
          ],
          'server/infra/storage/storage.test.ts': ['a busy bucket is retried, and an unreachable one is an outage'],
          'server/test/http-operation.test.ts': [
            '/healthz and /readyz answer, and a failing component makes /readyz 503 with its name',
          ],
        },
      },
      {
        fault: 'The storage is slow',
        tests: { [storage]: ['while the storage is slow, calls that do not need it are answered'] },
      },
      {
        fault: 'The disk is full',
        tests: {
          [quota]: [
            'a full disk is answered with 507 and a message, the upload can be repeated, and nothing is left behind',
            'when even rows have no room, reading and signing out still work',
          ],
          'server/infra/disk.test.ts': [
            'free space is refused to uploads at a tenth of the disk, and to rows only when nearly none is left',
          ],
        },
      },
      {
        fault: 'The disk is read-only',
        tests: {
          [storage]: ['a storage that is %s refuses uploads in words, keeps what was acknowledged, and works again'],
          'server/infra/disk.test.ts': ['an unusable data directory is reported in one sentence'],
        },
      },
      {
        fault: 'An upload breaks off',
        tests: {
          'server/infra/storage/storage.test.ts': [
            'the … storage driver stores nothing of a stream that breaks',
            'local storage leaves no half-written file',
          ],
        },
      },
    ],
  },
  {
    title: 'Hostile input',
    faults: [
      {
        fault: 'JSON that is deep, or has very many values',
        tests: {
          'server/test/http-bodies.test.ts': [
            'a body with too many nested levels or values is refused before it is parsed',
            'a body over the limit is refused while it arrives, whatever its Content-Length',
          ],
        },
      },
      {
        fault: 'Drawings made to be slow, while others work',
        tests: {
          'server/test/hostile-pictures.test.ts': [
            '%s are refused while another seller’s pictures are processed',
            'a stored drawing that cannot be rendered is tried once for all widths and shown as it is',
          ],
          'server/infra/content/svg.test.ts': ['sanitizing an SVG refuses %s before anything is drawn'],
        },
      },
      {
        fault: 'Pictures made to be large',
        tests: {
          'server/test/hostile-pictures.test.ts': [
            'a picture that needs too much memory is refused, and the next picture is processed',
          ],
          [examine]: ['a PNG of more pixels than the limit is refused before it is decoded'],
        },
      },
    ],
  },
  {
    title: 'Storage of the browser',
    faults: [
      {
        fault: 'Each kind of storage is denied alone, and all of them together',
        tests: {
          'test/browser/storage-denied.test.ts': [
            'without $name the plugin works',
            'embedded pages work without any storage',
            'the client simulator and its plugin work without any storage',
            'a sandboxed frame without allow-same-origin says what it lacks',
          ],
        },
      },
      {
        fault: 'The storage of the browser is full',
        tests: {
          'src/base/tasks/task-storage.test.ts': [
            'with a full storage the task runs, and the page knows that work would be lost',
          ],
          'src/downloads/downloads-stopped.test.ts': [
            'a full disk stops the download with a message, and the download resumes when there is space',
          ],
        },
      },
    ],
  },
  {
    title: 'Killed servers and power cuts',
    faults: [
      {
        fault: 'The server is killed (SIGKILL) at random moments under writes',
        tests: {
          'server/test/faults/kill.test.ts': ['… kills lose no acknowledged write, and the database opens every time'],
        },
      },
      {
        fault: 'The power fails: writes that were not synced are lost',
        tests: {
          'server/test/faults/power.test.ts': [
            '… power cuts lose no acknowledged write',
            'the database recovers from a power cut during its creation',
          ],
        },
      },
      {
        fault: 'The server is killed between the steps of its work in the background',
        tests: {
          'server/test/faults/jobs.test.ts': [
            '… jobs survive … kills: none is lost, and no step happens twice',
            '… jobs survive … power cuts',
          ],
        },
      },
      {
        fault: 'The server is killed while it pushes orders to a factory',
        tests: {
          'server/test/faults/push.test.ts': ['a case is made once although the server is killed between the steps of its push'],
          'server/test/push-once.test.ts': ['the factory has each case at most once, and every case that is recorded as pushed'],
        },
      },
      {
        fault: 'The server is killed while it makes a backup',
        tests: {
          'server/test/backup.test.ts': [
            'a backup takes over at once from a process of this machine that was killed',
            'a storage that fails ends the backup, and nothing hangs',
          ],
        },
      },
      {
        fault: 'Two servers open one data directory',
        tests: {
          'server/test/faults/lock.test.ts': [
            'exactly one of six racing processes gets the lock, also right after its holder was killed',
            'a second server is refused with the reason, and opens after the first was killed',
          ],
        },
      },
    ],
  },
  {
    title: 'Charges and payments',
    faults: [
      {
        fault: '50 parallel identical charges',
        tests: { [charges]: ['the same charge requested 50 times at once is made once'] },
      },
      {
        fault: 'Double clicks and two tabs',
        tests: {
          [recharge]: ['a charge that is sent twice, in two tabs or again later happens once'],
          'src/push/push-dialog.test.tsx': ['a double click pushes once'],
        },
      },
      {
        fault: 'Merged orders and their parts are charged together',
        tests: {
          [charges]: ['a design that a merged order and its parts show is charged once, recorded under the merged order'],
        },
      },
      {
        fault: 'The server is killed between the steps of a recharge and of a charge',
        tests: {
          'server/test/faults/charge.test.ts': [
            'a killed server has all of a recharge or none, all of a charge or none, and repeats neither',
          ],
        },
      },
      {
        fault: 'Any operations on credits, one after another and all at once',
        tests: {
          'server/domain/credits/interleaving.test.ts': [
            'operations on credits one after another give the result of a plain model',
            'operations on credits all at once charge and credit nothing twice and keep the books balanced',
          ],
        },
      },
      {
        fault: 'Notices of payments are repeated, late, out of order or forged',
        tests: {
          [recharge]: [
            'repeated, late and reordered notices change nothing',
            "a notice is accepted only with the provider's signature, for this merchant and this amount",
            'a refund that is reported before its payment results in no credits',
          ],
        },
      },
    ],
  },
  {
    title: 'The message bridge',
    faults: [
      {
        fault: 'Frames are lost, doubled, late or out of order (the register in bridge/test/faults.ts, both host halves)',
        tests: { 'bridge/test/calls.test.ts': ['*'], 'bridge/test/blobs.test.ts': ['*'] },
      },
      {
        fault: 'Page or host is reloaded, hidden, asleep or gone',
        tests: { 'bridge/test/life.test.ts': ['*'], 'bridge/test/restart.test.ts': ['*'] },
      },
      { fault: 'Time limits of every call', tests: { 'bridge/test/time-limits.test.ts': ['*'] } },
      { fault: 'Any faults in any order', tests: { 'bridge/test/property.test.ts': ['*'] } },
      { fault: 'The host half in a bare VM context', tests: { 'bridge/test/bare-host.test.ts': ['*'] } },
      { fault: 'Faults over the real windows of the simulator', tests: { 'test/browser/bridge-faults.test.ts': ['*'] } },
      { fault: 'Every fault of the register has its tests', tests: { 'bridge/test/faults.test.ts': ['*'] } },
    ],
  },
  {
    title: 'Network of the seller',
    faults: [
      { fault: 'A slow network', tests: { [screens]: ['on a slow network the title and placeholders of the cards are shown'] } },
      {
        fault: '401: the session ends while something is typed',
        tests: {
          [unsaved]: ['a save that failed because the session ended succeeds after signing in again'],
          'src/api/client.test.ts': ['the end of a session is reported once, however many calls fail'],
        },
      },
      {
        fault: '409, 500 and no network while a form is saved',
        tests: {
          [screens]: [
            'a form that fails with 500, 409 or no network keeps what was typed and can be sent again',
            'a failed deletion keeps the template and shows the reason',
          ],
        },
      },
      {
        fault: '500 while reading',
        tests: {
          [screens]: [
            'a server error shows its address, trace id, code and message, and 重试 works',
            'rows on the screen stay when reading them again fails',
          ],
        },
      },
      {
        fault: '502 and 503 of a gateway',
        tests: { [screens]: ["a gateway's 502 and 503 are shown as 系统繁忙，请刷新页面重试。"] },
      },
      {
        fault: 'No network',
        tests: {
          [screens]: ['without a network 请检查您的网络设置，请求发送失败！ is shown, and the screen recovers by itself'],
        },
      },
      {
        fault: 'Responses that cannot be read',
        tests: {
          [screens]: ['a malformed response, whatever its body, is shown as 返回数据发生错误，请联系客服'],
          'src/api/client.test.ts': ['any response becomes a value or an ApiError'],
        },
      },
      {
        fault: 'Every one of these on every screen',
        tests: {},
        note: 'The tests go through the parts that all screens share (lists, cards, forms, deletions), on some screens each; no test repeats them on every screen.',
      },
    ],
  },
  {
    title: 'The designer',
    faults: [
      {
        fault: 'The tab is killed while a design is edited',
        tests: {
          [unsaved]: ['after a killed tab the draft is offered, and can be restored or discarded'],
          'src/designer/session/draft.test.ts': [
            'the draft of a finished edit is stored at once, so a tab killed a moment later loses nothing',
          ],
        },
      },
      {
        fault: 'Another seller saves the same design (409)',
        tests: {
          [unsaved]: [
            '另存为副本 leaves both versions in place',
            "载入最新版本 shows the other seller's version, and one undo returns to one's own",
            "覆盖保存 replaces the other seller's version",
          ],
        },
      },
      {
        fault: 'A save fails, or its response is lost',
        tests: {
          [unsaved]: [
            'a failed save keeps the design, shows the reason beside the button, and succeeds on retry',
            'a first save whose response is lost creates one template even if the tab is closed in between',
          ],
        },
      },
    ],
  },
  {
    title: 'Downloads and tasks',
    faults: [
      {
        fault: 'The tab is closed in the middle of a download',
        tests: {
          'test/browser/download.test.ts': [
            'a download resumes after its tab was closed, without a second charge or fetching a picture twice',
          ],
          'src/downloads/downloads-in-closed-tabs.test.ts': [
            'a closed tab loses archives in memory, and pictures of saved archives are not fetched again',
            'under any sequence of events each picture is charged once and lies in exactly one archive',
          ],
        },
      },
      {
        fault: 'A crash at any moment of a task',
        tests: {
          'src/base/tasks/task-store-faults.test.ts': [
            'a crash at any moment loses no item and repeats no step that has a checkpoint',
            'under any commands no item runs twice or beyond the limit, none runs while blocked, and all end',
          ],
        },
      },
    ],
  },
  {
    title: 'Bad input',
    faults: [
      {
        fault: 'PSDs: cut anywhere, bits flipped',
        tests: { [psd]: ['a PSD truncated anywhere is read or refused', 'a PSD with flipped bits is read or refused'] },
      },
      {
        fault: 'Fonts: cut anywhere, bits flipped, noise',
        tests: {
          'src/imaging/glyphs/font-file.test.ts': [
            'readFontFacts rejects a truncated font as broken, wherever it ends',
            'readFontFacts reads or refuses fonts with flipped bits and noise, and never fails otherwise',
          ],
          'src/imaging/glyphs/glyphs.test.ts': ['a font truncated anywhere is refused or opened, and never hangs'],
        },
      },
      {
        fault: 'Pictures: cut, broken, random bytes',
        tests: {
          [examine]: [
            'random bytes behind a valid signature are never accepted, only refused',
            'a PNG that is truncated or has a broken chunk is refused',
            'a truncated JPEG is refused',
          ],
          'src/features/assets/picture-check.test.ts': ['arbitrary bytes are either accepted or refused with a PictureProblem'],
        },
      },
      {
        fault: 'Zips and the names in them',
        tests: {
          'src/features/wireframes/import/zip.test.ts': [
            'a zip with the path %s is refused',
            'unpacking a zip bomb stops at the size limit of a picture',
            'a file that is no zip, is truncated or has a password is refused with the reason',
          ],
          'src/features/wireframes/import/file-name.test.ts': ['any text is either parsed or refused with a reason'],
        },
      },
      {
        fault: 'CSV: texts that Excel would run or that would leave their cell (the product writes CSV and reads none)',
        tests: { 'src/base/csv.test.ts': ['*'] },
      },
      {
        fault: 'Cassettes',
        tests: {
          'adapters/cassette/cassette.test.ts': [
            'readCassette refuses an invalid cassette and names the place',
            'readCassette throws an error that begins with cassette: for any other JSON',
          ],
        },
      },
      {
        fault: 'Bodies of the API: anything, at every endpoint',
        tests: {
          [contract]: ['%s never answers 5xx'],
          'server/test/http-bodies.test.ts': [
            'the unparsable body %j is answered with 400',
            'a body with text that cannot be stored (%j) breaks a rule',
          ],
        },
      },
    ],
  },
  {
    title: 'Isolation',
    faults: [
      { fault: 'Every endpoint without a token (generated from the contract)', tests: { [contract]: ['%s requires a token'] } },
      {
        fault: 'Every endpoint with another account’s ids (generated from the contract)',
        tests: {
          [contract]: [
            "with another account's ids %s answers 404",
            "%s refuses another account's ids in its body like ids that do not exist",
            '%s shows no rows of another account',
            "after all calls with another account's ids the owner is shown the same as before",
          ],
        },
      },
      {
        fault: 'Every endpoint by a sub-account without the permission',
        tests: {
          [contract]: ['%s is refused with 此子帐号无此操作权限 without a permission for it, and the session stays valid'],
        },
      },
    ],
  },
  {
    title: 'Messages between windows',
    faults: [
      {
        fault: 'Wrong origin or wrong source',
        tests: {
          'bridge/page/channels.test.ts': ['the window channel of the %s accepts one window with one origin and counts the rest'],
          'src/app/embedded/parent-frame.test.ts': ['messages of other windows, origins and types are ignored and counted'],
          [shapes]: ['a frame with %s is ignored'],
        },
      },
      {
        fault: 'Too large',
        tests: {
          [shapes]: [
            'a request of %s is refused before it is sent',
            'a reply that is too large for the channel rejects instead of being lost',
          ],
        },
      },
      {
        fault: 'No frames, cut frames',
        tests: {
          [shapes]: [
            'a message that is no frame is ignored and counted, %s',
            'a truncated frame is ignored, and its request is sent again',
          ],
        },
      },
      {
        fault: 'Keys of prototypes',
        tests: {
          [shapes]: ['a call of a method that is not on the list is refused: %s'],
          'adapters/cassette/call-key.test.ts': ['callKey treats parameters such as __proto__ as ordinary fields'],
        },
      },
    ],
  },
]

/** Sizes of tests that are longer here than in `npm test`, by file. */
export const environments = /** @type {Record<string, Record<string, string>>} */ ({
  'server/test/faults/kill.test.ts': { KILLS: '50' },
  'server/test/faults/power.test.ts': { CUTS: '12' },
})

/**
 * Returns the tests of a fault as [file, title].
 * @param {Fault} fault
 * @returns {[string, string][]}
 */
export const testsOf = ({ tests }) => Object.entries(tests).flatMap(([file, titles]) => titles.map((title) => [file, title]))

/**
 * Returns a pattern for the titles that the title of a source becomes when the test runs: `…`, `%s` and `$name` stand for any
 * text. A title alone matches as a whole, so that it is not taken for part of another.
 */
export function titlePattern(title) {
  const escaped = title
    .split(/…|%[sdifjo]|\$[a-z]\w*/i)
    .map((part) => part.replaceAll('%%', '%').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return escaped.join('.*')
}
