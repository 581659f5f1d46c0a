/**
 * The register of faults that the bridge must survive: one line per fault, with the tests that cover it. Most faults are tested with
 * both halves in memory, once with the host half as it is and once built for the bare language (see `everyHost`). If `chromium` is
 * set, a scenario with the fault's id also runs over the real windows of the simulator.
 */
export interface Fault {
  readonly id: string
  readonly says: string
  /** Test titles as written in the source, by file. */
  readonly tests: Readonly<Record<string, readonly string[]>>
  readonly chromium?: true
}

const calls = 'bridge/test/calls.test.ts'
const blobs = 'bridge/test/blobs.test.ts'
const shapes = 'bridge/test/shapes.test.ts'
const life = 'bridge/test/life.test.ts'
const restart = 'bridge/test/restart.test.ts'
const core = 'bridge/core/core.test.ts'
const channels = 'bridge/page/channels.test.ts'
const session = 'bridge/test/shell-session.test.ts'
const cloud = 'bridge/test/shell-cloud.test.ts'
const machine = 'bridge/test/shell-machine.test.ts'
const shell = 'bridge/test/shell-life.test.ts'
const simulator = 'test/browser/simulator.test.ts'

export const faults: readonly Fault[] = [
  // Loss and order
  { id: 'request-lost', says: 'a request is lost', chromium: true, tests: { [calls]: ['a lost request is sent again once and executed once', 'a request that never arrives ends as 千牛数据返回超时 after 2 s'] } },
  { id: 'ack-lost', says: 'an ack is lost', chromium: true, tests: { [calls]: ['a lost ack does not matter when the answer comes'] } },
  { id: 'reply-lost', says: 'a reply is lost', chromium: true, tests: { [calls]: ['a lost quick answer comes again with the second request', 'a lost slow answer is asked for a moment later', 'an answer lost for good ends at the limit of its kind, and the effect is taken back'], [simulator]: ['the reply is lost: it is asked for again and the picture is there once'] } },
  { id: 'late-reply', says: 'a reply comes after its time limit', chromium: true, tests: { [calls]: ['a late answer after the time limit is dropped and the upload is compensated'] } },
  { id: 'duplicate-reply', says: 'a reply is doubled', chromium: true, tests: { [calls]: ['a doubled answer settles its call once'] } },
  { id: 'duplicate-request', says: 'a request is doubled', chromium: true, tests: { [calls]: ['everything twice: executed once, answered once'], [life]: ['a write %s does not run again in the morning'] } },
  { id: 'replies-out-of-order', says: 'replies come out of order', chromium: true, tests: { [calls]: ['100 at once each get their own answer, in any order'] } },
  { id: 'progress-out-of-order', says: 'progress comes out of order', chromium: true, tests: { [calls]: ['progress out of order never goes back, and none comes after the answer'] } },
  { id: 'chunks-out-of-order', says: 'pieces come out of order', chromium: true, tests: { [blobs]: ['pieces in another order'] } },
  { id: 'progress-after-result', says: 'progress comes after the result', chromium: true, tests: { [calls]: ['progress after the answer reaches nobody and starts no timer'] } },
  { id: 'result-before-ack', says: 'the result comes before its ack', chromium: true, tests: { [calls]: ['an answer before its ack is the answer, and the ack after it means nothing'] } },
  { id: 'chunk-lost', says: 'a piece is lost', tests: { [blobs]: ['every piece lost once', 'whose piece is %s four times is given up'], [simulator]: ['5 % of the frames lost, doubled and swapped: the same pictures, none twice, none orphaned'] } },
  { id: 'chunk-duplicated', says: 'a piece is doubled', chromium: true, tests: { [blobs]: ['pieces twice'] } },
  { id: 'chunk-corrupt', says: 'a piece is corrupt', chromium: true, tests: { [blobs]: ['every piece corrupt once', 'every piece no base64 once', 'every piece truncated once'] } },
  { id: 'chunk-extra', says: 'a piece too many comes', chromium: true, tests: { [blobs]: ['pieces too many, of another count or of no file at all are counted and change nothing'] } },
  { id: 'cancel-before-ack', says: 'a call is given up before its ack', chromium: true, tests: { [calls]: ['that overtakes its request keeps it from starting'] } },
  { id: 'cancel-after-done', says: 'a call is given up after its end', chromium: true, tests: { [calls]: ['before the call, after its end and twice changes nothing'] } },
  { id: 'cancel-twice', says: 'a call is given up twice', chromium: true, tests: { [calls]: ['before the call, after its end and twice changes nothing'] } },
  { id: 'hundred-parallel', says: 'a hundred calls at once, after which nothing is held', chromium: true, tests: { [calls]: ['100 at once each get their own answer, in any order'], 'bridge/test/soak.test.ts': ['five thousand calls under every fault leave nothing behind, with a host %s'] } },
  // Shape
  { id: 'wrong-kind', says: 'a reply of another kind', chromium: true, tests: { [shapes]: ['of another kind, or that the guard refuses or fails on, are too', 'that the page cannot use are told to the host, which takes back what it did'] } },
  { id: 'missing-field', says: 'a frame without a field it must have', chromium: true, tests: { [shapes]: ['is ignored and counted, %s', 'of %s being %o are 返回数据发生错误'] } },
  { id: 'no-object', says: 'null, a number, a text, a list, JSON in JSON', chromium: true, tests: { [shapes]: ['is ignored and counted, %s'] } },
  { id: 'event-shape', says: 'an event as e.detail, .value, .data or a text', tests: { [shapes]: ['is not a frame wrapped as %s'], [shell]: ['is understood as %s'], [simulator]: ['a host is understood in whichever form its events come'] } },
  { id: 'truncated', says: 'JSON cut after 10 KB', chromium: true, tests: { [shapes]: ['that a truncated frame is: the request is sent again'] } },
  { id: 'undefined-dropped', says: 'undefined dropped by JSON', tests: { [shapes]: ['of %s being %o are 返回数据发生错误'] } },
  { id: 'falsy-throw', says: 'a handler throws 0, an empty text or undefined', tests: { [shapes]: ['thrown as %o reject'] } },
  { id: 'wordless-error', says: 'an Error without a message', tests: { [shapes]: ['thrown as %o reject'], [core]: ['a client’s error as %s: %o is %s'] } },
  { id: 'top-errors', says: 'a marketplace error with its code as number or text, nested, flat, as JSON in a message, or as none', tests: { [core]: ['a client’s error as %s: %o is %s', 'fromClient accepts any thrown value without throwing'] } },
  { id: 'prototype-key', says: 'a __proto__ key', chromium: true, tests: { [shapes]: ['is ignored and counted, %s', 'to a method that is not on the list: %s'] } },
  { id: 'too-large', says: 'a frame of 3 MB is refused before it is sent', chromium: true, tests: { [shapes]: ['of %s are refused before sending', 'too large for the channel reject instead of vanishing'] } },
  { id: 'escaping-growth', says: 'SVG and JSON in JSON grow on the wire', tests: { [core]: ['wireSize is at least the size after nested stringification and at most half as much again'] } },
  // Identity
  { id: 'unknown-id', says: 'an answer to a call nobody made', chromium: true, tests: { [shapes]: ['an unknown call id is counted, not an error'] } },
  { id: 'stale-sid', says: 'a frame for the page before this one', chromium: true, tests: { [shapes]: ['not a frame with %s'], [life]: ['cannot be answered for: frames of the former page mean nothing to the next'] } },
  { id: 'stale-hid', says: 'a frame of or for the host before this one', chromium: true, tests: { [shapes]: ['not a frame with %s'], [restart]: ['a late welcome of the former host does not keep the page from the present one'] } },
  { id: 'nonce', says: 'a wrong nonce, or none', chromium: true, tests: { [shapes]: ['not a frame with %s', 'a forged answer with %o settles nothing'] } },
  { id: 'foreign-window', says: 'a message of another origin or window', chromium: true, tests: { [channels]: ['the window channel of the %s accepts one window with one origin and counts the rest'] } },
  { id: 'other-library', says: 'another library’s message in the slot', chromium: true, tests: { [channels]: ['the slot channel passes messages that are not frames to the slot’s previous handler'] } },
  { id: 'slot-overwritten', says: 'another script overwrites my.onMessage', chromium: true, tests: { [channels]: ['the next send takes the slot back from another script, which still gets its own messages'] } },
  { id: 'not-allowed', says: 'a method that is not on the allow-list', chromium: true, tests: { [shapes]: ['to a method that is not on the list: %s'], [session]: ['a call that is not on the list never reaches the marketplace'] } },
  // Life
  { id: 'before-ready', says: 'a call before there is a host', chromium: true, tests: { [calls]: ['made before there is a host waits and is sent once there is one'] } },
  { id: 'welcome-in-time', says: 'a welcome just in time', chromium: true, tests: { [life]: ['a welcome after %i ms is %s'] } },
  { id: 'welcome-too-late', says: 'a welcome just too late', chromium: true, tests: { [life]: ['a welcome after %i ms is %s'] } },
  { id: 'welcome-twice', says: 'a welcome twice', chromium: true, tests: { [life]: ['doubled hellos and welcomes change nothing'] } },
  { id: 'version', says: 'a version too old or too new', chromium: true, tests: { [life]: ['a host that speaks %o is refused with a hint to upgrade'] } },
  { id: 'host-reload', says: 'the host is reloaded at each step of an upload', tests: { [restart]: ['a host restarted while an upload is at %s leaves no picture behind, and the next upload works'], [simulator]: ['the client restarts after %s: the upload says so, nothing is left behind, the next one works'] } },
  { id: 'page-reload', says: 'the page is reloaded during an upload', chromium: true, tests: { [life]: ['has its uploads taken back when the next page says hello'], [shell]: ['reloaded %i ms into an upload: nothing is left, the new page works'] } },
  { id: 'src-change', says: 'the frame is given another address', tests: { [life]: ['for another address of the frame, %s: what it asked for is given up and undone'] } },
  { id: 'hidden-window', says: 'a hidden window, whose timers run once a minute', tests: { [life]: ['still has its answers, as soon as they come', 'does not take a lost answer for a dead host: the call ends once, the connection stays', 'is not asked after by a hidden page'] } },
  { id: 'sleep', says: 'the machine sleeps, the clock jumps', tests: { [life]: ['of the machine during a call is no timeout when the host still answers', 'gives a call the time back at the host, too: it is not broken off there moments after waking', 'a write %s does not run again in the morning'], [shell]: ['the clock never goes back, whatever is done to the machine’s'] } },
  { id: 'dispose', says: 'the page is closed with calls pending', chromium: true, tests: { [life]: ['rejects what is pending, tells the host and leaves nothing behind'] } },
  // Platform
  { id: 'session-once', says: '26, 27, 53 or 904 once, then fine', tests: { [session]: ['with code %j: a read is answered after one renewal', 'never repeats a write: the seller is told, the next try goes through'] } },
  { id: 'session-for-ever', says: '26, 27, 53 or 904 for ever', tests: { [session]: ['for ever: one renewal, then 请重新授权, and no dialog for each further call'] } },
  { id: 'session-together', says: 'two calls find the session over: one renewal', tests: { [session]: ['is renewed once for all calls that wait'] } },
  { id: 'permission', says: '11, a permission package is missing', tests: { [session]: ['%j is %s, and is asked once'] } },
  { id: 'sub-account', says: 'a sub-account without the right', tests: { [session]: ['a sub-account without the right reads 该子帐号无此操作权限 and finds the guide: %j', '%j is %s, and is asked once'] } },
  { id: 'upload-steps', says: 'the store config, the transfer or the file save fails', tests: { [cloud]: ['that breaks at %s says so and leaves no file'] } },
  { id: 'delete-absent', says: 'a file is deleted that is gone already', tests: { [cloud]: ['a file that is gone already, told %s, counts as deleted'] } },
  { id: 'delete-seller-space', says: 'a file of the seller’s own space is deleted', tests: { [cloud]: ['does not delete %j', 'a file that must not be deleted is told as it is'] } },
  { id: 'upload-no-json', says: 'uploadFile answers something else than JSON', tests: { [cloud]: ['answered with something else than JSON is registered by its key'] } },
  { id: 'download-fails', says: 'downloadFile fails with 12, 13 or 20', tests: { [machine]: ['a download that fails with %i is told as a download, and leaves nothing'] } },
  { id: 'dialog-cancelled', says: 'the seller closes the save dialog', tests: { [machine]: ['%j is a closed dialog'] } },
  { id: 'dialog-open', says: 'the seller leaves the save dialog open for ten minutes', tests: { [machine]: ['waits ten minutes for a seller who thinks'], 'bridge/test/time-limits.test.ts': ['a save dialog left open for half an hour is no timeout while the host says so'] } },
  { id: 'disk-full', says: 'the disk is full', tests: { [machine]: ['a full disk is named before the dialog opens, and half a file is not left', '%j is a disk that refuses'] } },
  { id: 'can-i-use', says: 'canIUse says no', tests: { [cloud]: ['what canIUse denies is not offered, though the function is there'] } },
  { id: 'foreign-client', says: 'my is there, but of Alipay or DingTalk', tests: { [life]: ['without an answer in another client it is 当前可能不是千牛环境'], [simulator]: ['… and 当前可能不是千牛环境 inside another program'] } },
  { id: 'no-client', says: 'my is not there', tests: { [life]: ['without a channel it is said at once'] } },
  { id: 'bare-host', says: 'a host without globalThis, crypto and window', tests: { 'bridge/test/bare-host.test.ts': ['the host half works where there is nothing but the language'], [shell]: ['work where those names are all there is'] } },
  { id: 'engine-floor', says: 'syntax and calls newer than the engine floor', tests: { 'test/bundle-check.test.ts': ['finds %s', 'finds newer style rules'], [shell]: ['are ES2017, and ask for nothing but the language and what the client hands out by name'] } },
  { id: 'older-shell', says: 'a shell of an older dialect', tests: { 'bridge/test/legacy.test.ts': ['cannot %s, and says so in words that lead to the way out'], 'test/browser/bridge-faults.test.ts': ['before an older shell a page without network signs in and reads its lists all the same'] } },
  // Fixtures
  { id: 'fixture-unmatched', says: 'a call no record answers', tests: { 'adapters/mock/mock-platform.test.ts': ['an unknown call names the nearest entry and each field that differs'] } },
  { id: 'fixture-exhausted', says: 'a call more often than it was recorded', tests: { 'adapters/mock/mock-platform.test.ts': ['the same call is answered in the recorded order, then it is exhausted'] } },
  { id: 'fixture-unused', says: 'a record nobody asked for', tests: { 'adapters/mock/mock-platform.test.ts': ['what was never asked for is reported at the end; an entry for any number of calls is not'] } },
  { id: 'fixture-secret', says: 'a secret in a record', tests: { 'adapters/cassette/secrets.test.ts': ['%s holds no secret'] } },
  { id: 'fixture-volatile', says: 'a field that changes every time', tests: { 'adapters/mock/player.test.ts': ['changed, still finds its entry; any other field does not'] } },
  { id: 'record-in-ci', says: 'recording asked for by a machine', tests: { 'adapters/record/permission.test.ts': ['is off where a machine drives the page, as in CI, whatever the door'] } },
] // biome-ignore format: one fault a line

export const chromiumFaults = faults.filter(({ chromium }) => chromium)
