/** Faults of the plugin, the bridge and what they are given; see faults.mjs. */

const contract = 'server/test/security/contract.test.ts'
const screens = 'test/browser/faults.test.ts'
const unsaved = 'test/browser/designer-unsaved.test.ts'
const examine = 'server/infra/content/examine.test.ts'
const psd = 'imaging/psd/psd-corpus.test.ts'
const shapes = 'bridge/test/shapes.test.ts'

/** @type {readonly import('./faults.mjs').FaultArea[]} */
export const pluginFaults = [
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
      {
        fault: 'The port between plugin and host dies, closed or silent',
        tests: {
          'bridge/page/ports.test.ts': ['*'],
          'test/browser/bridge-windows.test.ts': ['*'],
        },
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
          'imaging/glyphs/font-file.test.ts': [
            'readFontFacts rejects a truncated font as broken, wherever it ends',
            'readFontFacts reads or refuses fonts with flipped bits and noise, and never fails otherwise',
          ],
          'imaging/glyphs/glyphs.test.ts': ['a font truncated anywhere is refused or opened, and never hangs'],
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
