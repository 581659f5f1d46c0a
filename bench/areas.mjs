/**
 * The subject of each benchmark, in sentences for docs/performance.md: its title, the work, the peer it is compared with in the same run
 * (`peers` are packages whose version is shown). The order is that of the document.
 */
export const areas = {
  boot: {
    title: 'The first screen',
    what: 'A browser with nothing cached opens the product’s address with a token, on a server that has answered before, with the processor slowed down four times: the compressed JavaScript that the HTML names, and all of it until the list of templates shows its first card; the time to that card, and to the first row of 20,000 orders. The peer is the smallest page of React that shows the same rows of the same server.',
  },
  start: {
    title: 'Starting the product',
    what: '`npm start` of a checkout that is installed and built, until the server says that it is ready: on an empty folder, where it makes the database and the demo shop, and on one with the demo. The peer is Node that opens the same database with the library alone and asks it once. The first start of a fresh clone depends on the package registry and is not measured.',
  },
  list: {
    title: 'Long lists on the server',
    what: 'Complete responses of the real server over HTTP for models, assets and orders in lists of three sizes, moves within them, and every filter of orders. The peer is bare SQL for the same rows on the same database (the embedded one). The times of p50 and p99 are over all requests of the runs.',
  },
  scale: {
    title: 'Many accounts, many orders, many processes',
    what: 'The built server as 1, 2 and 4 processes on one PostgreSQL, 8 requests at a time: a mix of reads and writes of 500 accounts against the same mix on one process; a page of orders of accounts with 1,000 to 100,000 orders against bare SQL on the same database, and against the account with 1,000. The processes share this machine’s processors, so a ratio of 1 means that more processes cost nothing.',
  },
  simulate: {
    title: 'A day of many shops',
    what: 'The built server with the demo shop on a PostgreSQL does each step of an order, and its processor time, its use of the database and its bytes are measured. From them the busiest hour of 100, 1,000 and 10,000 shops with 300 orders a day each is simulated; what is assumed of their day, and every price, is a guess ([docs/scale.md](scale.md)).',
  },
  limits: {
    title: 'Limits of calls',
    what: 'The real API answers the cheapest signed-in call, 8 at a time, with the product’s limits of an account and of an address, with those of the peer on the same database, and with none, in turns: 400 calls of one account, and 400 of 100 accounts whose minute begins. Then four processes serve an account that makes a fifth more calls than it may.',
    peers: ['rate-limiter-flexible'],
  },
  'order-sync': {
    title: 'Syncs of orders that begin by themselves',
    what: 'A round of 500 shops in 100 accounts on one process and the embedded database, with a marketplace that has nothing new and answers each call after 200 ms, from the look for due shops to the end of the last sync. Then rounds of 100 shops in turns, the best of each: beside one that does not answer, against all answering. That one takes one of eight places, so 1.14 is what it costs at least.',
  },
  home: {
    title: 'The home screen',
    what: 'To-dos and numbers, trends, the list of alarms, and the list of orders with its filters, of an account with 100,000 orders in five shops, on the embedded database and on a PostgreSQL, over HTTP from the real server: each request is the first one after an order has changed, which makes every cached total old. The peer is bare SQL that counts and reads the same rows plainly, on the same database.',
  },
  'order-files': {
    title: 'Orders from files of 100,000 rows',
    what: 'Calls of 200 orders of a file on the embedded database, against bare inserts of as many rows of orders and items, and plans of such calls. Then a CSV table of 100,000 order lines of Taobao through 导入订单 of the built product in Chromium, with all calls to the server, from the choice of the file to the plan; none of its orders is known. The peer of reading is the library alone, on the main thread of an empty page. Memory is the resident peak of the page’s process, with its worker, over the page before.',
    peers: ['papaparse'],
  },
  'order-workbooks': {
    title: 'Orders from workbooks of 100,000 rows',
    what: 'The same table as a workbook.',
    peers: ['read-excel-file'],
  },
  scrolling: {
    title: 'Scrolling the longest lists',
    what: 'The longest task of the page’s main thread, in processor time, while the wheel scrolls 500 pictures, 3,000 matches of phone models, and the matches left to a person.',
  },
  import: {
    title: 'Bulk import of wireframes',
    what: '100 wireframe files (50 pairs) through the import dialog, from its confirmation to its results. The peer uploads the same kind of files from the same page to the same server, six at a time, and does nothing else. The growth says what a file costs among 200 of them.',
  },
  'template-search': {
    title: 'Searching 500 templates',
    what: 'In Chromium with its processor slowed down four times: from a press of a key in the search to the next frame, the longest task of the page’s main thread that a press causes, and the time until the found templates are there, of which 250 ms are the pause for the next key. Names are compared in the page; the server answers with all names once and with a page of found templates, here over HTTP.',
  },
  'designer-drag': {
    title: 'Dragging in the designer',
    what: 'Processor time of the page’s main thread for a move of a real mouse that drags one picture of a scene. The peers show the same scene.',
    peers: ['konva', 'fabric'],
  },
  'designer-frames': {
    title: 'Many layers in the designer',
    what: 'Frames a second while a real mouse that never rests drags one of 300 layers, and the processor time of the page’s main thread for a move of a box selection that grows over 500.',
  },
  'designer-keys': {
    title: 'Arrow keys in the designer',
    what: 'Processor time of the page’s main thread for a press of an arrow key, with panels, canvas and draft, in the built product. A frame lasts 16 ms.',
  },
  'designer-open': {
    title: 'Opening a design',
    what: 'From the click to all 30 pictures of a saved design on the screen, with parsing, session and rules. The peer shows the same pictures.',
    peers: ['konva'],
  },
  'batch-preview': {
    title: 'Preview of 100 templates',
    what: '100 templates on one phone in the built product: pictures on the screen after the click, scrolling, and saving all of them sharp. Memory is the proportional set of the page’s processes over the idle list.',
  },
  'case-3d': {
    title: 'A case as a solid',
    what: '转动看看 of the batch preview: from the click to the first picture of the solid, and pictures a second while it is turned. The note names what draws; a program that stands in for a graphics processor is many times slower than one.',
  },
  psd: {
    title: 'PSD import',
    what: 'A PSD of 108 MB with 3 artboards and 63 layers, from the chosen file to a PNG of every layer, in Chromium. The peer does the same on the main thread. psd-parser reads the file in Node and makes no PNGs; it is shown for the record. Then the same import with fflate in place of the product’s PNG encoder. Memory is the resident peak of the page’s process.',
    peers: ['ag-psd', 'psd-parser'],
  },
  outline: {
    title: 'Outlines of stickers',
    what: 'A sticker of 2000×2000 px with soft edges, a hole, an island and specks, from its pixels to the path at a distance. The peer computes the exact distance transform and the contours of the same pixels, without its start-up and without writing a path.',
    peers: ['@techstark/opencv-js'],
  },
  glyphs: {
    title: 'Text as outlines',
    what: '61 characters in three lines from a Chinese font of 16 MB, from loading the library to the finished path, each run in a process of its own.',
    peers: ['opentype.js'],
  },
  tiff: {
    title: 'Print-ready TIFF',
    what: 'A picture of 1200×2500 px with soft alpha to a TIFF with LZW, predictor, 300 dpi and a profile, in Node. The peer is libtiff with the same settings. Then the memory for 8000×8000 px: of the writer alone, and of the whole path from a PNG.',
    peers: ['sharp'],
  },
  print: {
    title: 'Print files in the browser',
    what: 'The longest stall of the page while a worker makes a print of 60 layers at 600 dpi. The duration of the whole print is shown beside it.',
  },
  render: {
    title: 'Print files on the server',
    what: 'The print file of a design of 30 layers at 300 dpi, files in and PNG out, each side in processes of its own. The peer scales, turns and composes the same layers by libvips. Then the memory of a process that makes 200 in a row.',
    peers: ['sharp'],
  },
  sheet: {
    title: 'Sheets of a whole bed',
    what: 'The print file of a full bed of 600×900 mm at 300 dpi: 35 different PNGs of 1200×2475 px, scaled, in inks by an ICC profile, with white ink inside their edges, to a TIFF of six channels with LZW, by one picture process, as a machine of two processors has for drawings. The peer scales and composes the colours alone by libvips, on one thread, in RGB without plates, to a TIFF with the same compression. Processor time, which other work on the machine changes least. Memory is the resident peak of the process that works.',
    peers: ['sharp'],
  },
  drawings: {
    title: 'Drawings in every engine',
    what: 'A sample of public icons and illustrations (SVG), brought to the form in which they are stored and drawn by Chromium, as thumbnail and by the server’s press: the share that looks like its original in Chromium everywhere (mean of all px off by less than 1 of 255, no block of 3×3 px off by more than an edge’s shade).',
  },
  download: {
    title: 'Downloads',
    what: '400 pictures of 1.2 MB from a local server into archives in the browser’s private file system. The peer packs the same pictures in a worker.',
    peers: ['client-zip'],
  },
  embedded: {
    title: 'The reader of the embedded database',
    what: 'A page of orders and the models of a brand over HTTP, alone and a hundred at once, from the real server on its embedded database. The peer is the same server with PGlite’s own query() in place of the product’s statements and reader.',
  },
  bridge: {
    title: 'The message bridge',
    what: 'Calls and a file between a page in a frame and its host in Chromium, over the client’s channel with its re-escaping and over messages between windows. The peer sends bare messages, and bare base64 pieces of the same size. Then version 2 of the protocol against version 1.',
  },
  buyer: {
    title: 'The buyers’ page',
    what: 'On a phone (390×844, processor ÷ 4, round trip of 150 ms, 1.6 Mbit/s): from the address to a list of phones that answers a press, and frames a second while two fingers scale one of 15 layers.',
  },
  'buyer-peak': {
    title: 'The peak hour of buyers',
    what: '100 buyers at once on one process, each of whom uploads a photo of 3 megapixels and saves twenty times, once a second, of whom three of four submit, and the seller’s list of orders beside them.',
  },
  cutout: {
    title: 'Cutting out',
    what: 'A cutout of a photo of 1.6 megapixels by the server’s own thread, from its bytes to the bytes of the PNG. The peer only runs the same model.',
    peers: ['onnxruntime-web'],
  },
  matcher: {
    title: 'Matching phone models',
    what: '3,000 models of a shop against 3,000 names of a factory, by processor time. The peer is the plain rule that compares each name with each other of its brand, measured on a tenth of the shop.',
  },
  recording: {
    title: 'Redacting recordings',
    what: 'Processor time for a character when a text of 16,000 characters is redacted, against one of 4,000. Each text is made so that a pattern that searches badly needs the square of the length (a ratio of 4).',
  },
  'longest-wait': {
    title: 'Waiting for maintenance and backup',
    what: 'The longest wait of a small query while the embedded database of 50,000 orders is maintained or backed up. The peer does the same work in one step.',
  },
}
