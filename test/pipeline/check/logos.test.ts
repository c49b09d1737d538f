import { describe } from 'node:test';
import { maxLogoBytes } from '../../../pipeline/sources.ts';
import { jpeg, png, svg, webp } from '../../support/images.ts';
import { itReports, lines, paths } from '../../support/problem-cases.ts';

const { providers } = paths;
const header =
  'slug,name,logoPath,description,website,docs,x,github,discord,telegram,linkedin,supportEmail,starred,tag';
const tree = (...records: string[]) => ({ [providers]: lines(header, ...records) });

describe('checkLogos', () => {
  const image = (name: string, content: string | Uint8Array) => ({
    [`references/providers/images/${name}`]: content,
  });
  itReports(
    'takes images of every kind that are there',
    {
      ...tree(
        ...['png', 'jpg', 'jpeg', 'svg', 'webp'].map(
          (ending) => `${ending},${ending},a-logo.${ending},,,,,,,,,,,`,
        ),
      ),
      ...image('a-logo.png', png),
      ...image('a-logo.jpg', jpeg),
      ...image('a-logo.jpeg', jpeg),
      ...image('a-logo.svg', `<?xml version="1.0"?>\n<!-- drawn -->\n${svg}`),
      ...image('a-logo.webp', Buffer.concat([webp], maxLogoBytes)),
    },
    [],
    ['logo-not-shown', 'logo-not-found', 'active-logo'],
  );

  const chunk = (name: string, bytes: string) =>
    Buffer.concat([Buffer.from(name), Buffer.from([bytes.length, 0, 0, 0]), Buffer.from(bytes)]);
  const riff = (...parts: readonly Uint8Array[]) => {
    const head = Buffer.from('RIFF\0\0\0\0WEBP');
    head.writeUInt32LE(4 + parts.reduce((sum, { length }) => sum + length, 0), 4);
    return Buffer.concat([head, ...parts]);
  };
  const pixels = webp.subarray(12);
  const pngChunk = (name: string, length: number, sum: number) => {
    const bytes = Buffer.alloc(12 + length);
    bytes.writeUInt32BE(length);
    bytes.write(name, 4);
    bytes.writeUInt32BE(sum, 8 + length);
    return bytes;
  };
  const pngWith = (...parts: readonly Uint8Array[]) =>
    Buffer.concat([png.subarray(0, 33), ...parts, png.subarray(33)]);
  /** After the mark of the beginning, and before the mark of the end. */
  const jpegWith = (after: string, before: string) =>
    Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from(after, 'hex'),
      jpeg.subarray(2, -2),
      Buffer.from(before, 'hex'),
      jpeg.subarray(-2),
    ]);
  const whole: Readonly<Record<string, Uint8Array>> = {
    'odd-chunk.webp': riff(chunk('EXIF', 'abc'), Buffer.alloc(1), pixels),
    'even-chunk.webp': riff(chunk('EXIF', 'abcd'), pixels),
    'bytes-after.webp': Buffer.concat([webp, Buffer.from('more')]),
    'no-image-sum.png': pngWith(pngChunk('teXt', 3, 7)),
    'fill-bytes.jpg': jpegWith('ffffe0000301', ''),
    'restart.jpg': jpegWith('', 'ffd0aa00ff00aaffd7'),
    'fill-in-pixels.jpg': jpegWith('', 'aaffff'),
  };
  const cut: Readonly<Record<string, Uint8Array>> = {
    'long-chunk.webp': riff(chunk('EXIF', 'abcd').subarray(0, -1)),
    'no-pixels.webp': riff(chunk('EXIF', 'abcd'), chunk('ICCP', 'abcd')),
    'other-pixels.webp': riff(chunk('VP8 ', 'abcdefgh')),
    'other-lossless.webp': riff(chunk('VP8L', 'abcdefgh')),
    'short.webp': webp.subarray(0, -1),
    'image-sum.png': pngWith(pngChunk('PLTE', 3, 7)),
    'no-end.png': png.subarray(0, -12),
    'no-pixels.png': Buffer.concat([png.subarray(0, 33), png.subarray(-12)]),
    'other-first.png': Buffer.concat([png.subarray(0, 8), png.subarray(33)]),
    'no-end.jpg': jpeg.subarray(0, -2),
    'no-pixels.jpg': Buffer.from('ffd8ffe0000301ffd9', 'hex'),
    'between.jpg': jpegWith('ffe0000301aaaa', ''),
  };
  const places = [...Object.keys(whole), ...Object.keys(cut)];
  itReports(
    'says which images are cut or overwritten',
    {
      ...tree(...places.map((name) => `${name},${name},${name},,,,,,,,,,,`.replace('.', '-'))),
      ...Object.assign(
        {},
        ...Object.entries({ ...whole, ...cut }).map(([name, bytes]) => image(name, bytes)),
      ),
    },
    Object.keys(cut).map(
      (name) =>
        `warning ${providers}:${places.indexOf(name) + 2} logoPath: "${name}" is damaged: the image cannot be decoded; save it again as a PNG, WebP or JPEG image [logo-not-shown]`,
    ),
    ['logo-not-found', 'active-logo'],
  );

  itReports(
    'names the image that was meant',
    {
      ...tree('a,A,A-logo.PNG,,,,,,,,,,,', 'b,B,other.svg,,,,,,,,,,,'),
      ...image('a-logo.png', png),
    },
    [
      `warning ${providers}:2 logoPath: no image "A-logo.PNG" in references/providers/images/; did you mean "a-logo.png"? [logo-not-found]`,
      `warning ${providers}:3 logoPath: no image "other.svg" in references/providers/images/; add the image, or leave the cell blank [logo-not-found]`,
    ],
  );
  const name =
    'use only letters, digits, "-", "_" and ".", and a lowercase extension: png, svg, webp, jpg [logo-not-shown]';
  const kind = 'is not the kind of image that its extension says';
  itReports(
    'refuses what cannot be shown',
    {
      ...tree(
        'a,A,a logo.png,,,,,,,,,,,',
        'b,B,more/b.png,,,,,,,,,,,',
        'c,C,c.gif,,,,,,,,,,,',
        'd,D,d.png,,,,,,,,,,,',
        'e,E,e.png,,,,,,,,,,,',
        'f,F,f.svg,,,,,,,,,,,',
        'g,G,.png,,,,,,,,,,,',
      ),
      ...image('a logo.png', png),
      ...image('more/b.png', png),
      ...image('c.gif', 'GIF89a'),
      ...image('d.png', Buffer.concat([png], maxLogoBytes + 1)),
      ...image('e.png', jpeg),
      ...image('f.svg', '<html><svg></svg></html>'),
      ...image('.png', png),
    },
    [
      `warning ${providers}:2 logoPath: "a logo.png" is not a valid image name; ${name}`,
      `warning ${providers}:3 logoPath: "more/b.png" is not a valid image name; ${name}`,
      `warning ${providers}:4 logoPath: "c.gif" is not a valid image name; ${name}`,
      `warning ${providers}:5 logoPath: "d.png" is larger than 256 KiB; reduce it: 256 x 256 pixels are enough [logo-not-shown]`,
      `warning ${providers}:6 logoPath: "e.png" ${kind}; it is image/jpeg: correct the extension, or save it again [logo-not-shown]`,
      `warning ${providers}:7 logoPath: "f.svg" is a web page, such as one to sign in, not an image; correct the address or the access, and download the file again [logo-not-shown]`,
      `warning ${providers}:8 logoPath: ".png" is not a valid image name; ${name}`,
    ],
  );

  const open =
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">';
  const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"';
  const active: readonly (readonly [found: string, svg: string])[] = [
    ['<script>', `${open}<script>x()</script></svg>`],
    ['<s:script>', `${open}<s:script xmlns:s="http://www.w3.org/2000/svg"/></svg>`],
    ['the attribute onload', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'],
    ['the attribute onclick', `${open}<g><path onclick="x()"/></g></svg>`],
    ['HTML in <foreignObject>', `${open}<foreignObject><p>x</p></foreignObject></svg>`],
    ['the attribute xmlns', `${open}<g><p ${xhtml}>x</p></g></svg>`],
    ['the attribute href', `${open}<image href="https://evil.example/x.png"/></svg>`],
    ['the attribute xlink:href', `${open}<use xlink:href="other.svg#a"/></svg>`],
    ['the attribute xlink:href', `${open}<a xlink:href="java&#10;script:x()">a</a></svg>`],
    ['the attribute href', `${open}<image href="data:image/svg+xml,x"/></svg>`],
    ['the attribute attributeName', `${open}<set attributeName="onclick" to="x()"/></svg>`],
    ['the attribute values', `${open}<animate values="#a;javascript:x()"/></svg>`],
    [
      'the attribute style',
      `${open}<g style="background: url( 'https://evil.example/x' )"/></svg>`,
    ],
    ['the attribute fill', `${open}<g fill="url(//evil.example/x#a)"/></svg>`],
    ['the attribute xml:base', `${open}<g xml:base="https://evil.example/"/></svg>`],
    [
      'a style that loads something',
      `${open}<style><![CDATA[@import "https://evil.example/x";]]></style></svg>`,
    ],
    [
      'a style that loads something',
      `${open}<style>a{b:url(https://evil.example/x)}</style></svg>`,
    ],
    ['<?xml-stylesheet>', `<?xml-stylesheet href="https://evil.example/x.xsl"?>${open}</svg>`],
    ['an encoding other than UTF-8', `<?xml version="1.0" encoding="utf-7"?>${open}</svg>`],
    ['more than 256 elements inside each other', `${open}${'<g>'.repeat(60_000)}`],
    ['a document type with entities', `<!DOCTYPE svg [ %evil; ]>${open}</svg>`],
    [
      'a document type with entities, <!ENTITY>',
      `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "d">]>${open}</svg>`,
    ],
  ];
  const files = active.map(
    ([, content], at) => [`a${String(at).padStart(2, '0')}`, content] as const,
  );
  itReports(
    'refuses drawings that browsers would run, or that would load something',
    {
      ...tree(...files.map(([file]) => `${file},${file},${file}.svg,,,,,,,,,,,`)),
      ...Object.assign({}, ...files.map(([file, content]) => image(`${file}.svg`, content))),
      'networks/images/aria.svg': `${open}<script/></svg>`,
    },
    [
      'error networks/images/aria.svg: "aria.svg" holds <script>, which browsers run or load; remove it, or save the image as PNG [active-logo]',
      ...active.map(
        ([found], at) =>
          `error ${providers}:${at + 2} logoPath: "${files[at]?.[0]}.svg" holds ${found}, which browsers run or load; remove it, or save the image as PNG [active-logo]`,
      ),
    ],
  );
  itReports(
    'takes drawings of many programs',
    {
      ...tree('a,A,a.svg,,,,,,,,,,,', 'b,B,b.svg,,,,,,,,,,,'),
      ...image(
        'a.svg',
        `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${open}<title>a</title></svg>`,
      ),
      ...image(
        'b.svg',
        `\ufeff${open}<style>.a{fill:url('#b')}</style><metadata><r:Work xmlns:r="http://a.example/r#" r:resource="http://a.example/b"/></metadata><use xlink:href="#a"/><image href="data:image/png;base64,AAAA"/><switch><foreignObject requiredExtensions="http://a.example/"/></switch></svg>`,
      ),
    },
    [],
    ['logo-not-shown', 'logo-not-found', 'active-logo'],
  );

  const drawing = (name: string, content: string | Uint8Array) => ({
    [`networks/images/${name}`]: content,
  });
  itReports(
    'takes logos that are named after networks, and their notice',
    {
      ...drawing('aria.svg', svg),
      ...drawing('bora.png', png),
      ...drawing('NOTICE.md', '# Network logos\n'),
    },
    [],
    ['logo-not-shown'],
  );
  itReports(
    'says which logo of a network is not shown',
    {
      ...drawing('aria.png', png),
      ...drawing('aria.svg', svg),
      ...drawing('bor.svg', svg),
      ...drawing('bora.png', jpeg),
      ...drawing('cela.gif', 'GIF89a'),
      ...drawing('qwertz.svg', svg),
    },
    [
      'warning networks/images/aria.svg: the network "aria" has two logos; remove one of the two files [logo-not-shown] also networks/images/aria.png:null',
      'warning networks/images/bor.svg: no network has the key "bor"; did you mean "bora.svg"? [logo-not-shown]',
      `warning networks/images/bora.png: "bora.png" ${kind}; it is image/jpeg: correct the extension, or save it again [logo-not-shown]`,
      `warning networks/images/cela.gif: "cela.gif" is not a valid image name; ${name}`,
      'warning networks/images/qwertz.svg: no network has the key "qwertz"; name the file after the network\'s key in meta/networks.csv [logo-not-shown]',
    ],
  );
});
