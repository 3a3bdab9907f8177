/** For each rule of .oxlintrc.json a text that breaks it. A text with JSX has `<`, one for another file name its name. */
export const LINT_FAULTS: Record<string, string | [string, string]> = {
  'import/no-anonymous-default-export': 'export default { a: 1 };',
  'jsx-a11y/alt-text': 'export const a = <img src="/a.png" />;',
  'jsx-a11y/aria-props': 'export const a = <p aria-labeledby="b">c</p>;',
  'jsx-a11y/aria-proptypes': 'export const a = <p aria-hidden="maybe">c</p>;',
  'jsx-a11y/aria-unsupported-elements': 'export const a = <meta aria-hidden="true" />;',
  'jsx-a11y/role-has-required-aria-props': 'export const a = <div role="checkbox">c</div>;',
  'jsx-a11y/role-supports-aria-props':
    'export const a = <div role="img" aria-checked="true" aria-label="b" />;',
  'nextjs/google-font-display':
    'export const a = <link href="https://fonts.googleapis.com/css2?family=A" rel="stylesheet" />;',
  'nextjs/google-font-preconnect': 'export const a = <link href="https://fonts.gstatic.com" />;',
  'nextjs/inline-script-id': "import Script from 'next/script'; export const a = <Script>{`b()`}</Script>;",
  'nextjs/next-script-for-ga':
    'export const a = <script src="https://www.googletagmanager.com/gtag/js?id=G-1" async />;',
  'nextjs/no-assign-module-variable': 'export const f = () => { const module = 1; return module; };',
  'nextjs/no-async-client-component':
    "'use client';\nexport default async function A() { await Promise.resolve(); return <p>a</p>; }",
  'nextjs/no-before-interactive-script-outside-document': [
    'pages/a.tsx',
    'import Script from \'next/script\'; export const a = <Script src="/b.js" strategy="beforeInteractive" />;',
  ],
  'nextjs/no-css-tags': 'export const a = <link href="/a.css" rel="stylesheet" />;',
  'nextjs/no-document-import-in-page': [
    'pages/b.tsx',
    "import Document from 'next/document'; export const a = Document;",
  ],
  'nextjs/no-duplicate-head': [
    'pages/_document.tsx',
    `import Document, { Html, Head } from 'next/document';
    export default class A extends Document { override render() { return <Html><Head /><Head /></Html>; } }`,
  ],
  'nextjs/no-head-element': 'export const a = <head><title>b</title></head>;',
  'nextjs/no-head-import-in-document': [
    'pages/_document/index.tsx',
    "import Head from 'next/head'; export const a = Head;",
  ],
  'nextjs/no-html-link-for-pages': ['pages/c.tsx', 'export const a = <a href="/">b</a>;'],
  'nextjs/no-img-element': 'export const a = <img src="/a.png" alt="b" />;',
  'nextjs/no-page-custom-font': [
    'pages/d.tsx',
    `export default function A() {
      return <link href="https://fonts.googleapis.com/css2?family=A&display=swap" rel="stylesheet" />;
    }`,
  ],
  'nextjs/no-script-component-in-head':
    "import Head from 'next/head'; import Script from 'next/script'; export const a = <Head><Script src=\"/b.js\" /></Head>;",
  'nextjs/no-styled-jsx-in-document': ['pages/_document.jsx', 'export const a = <style jsx>{`b`}</style>;'],
  'nextjs/no-sync-scripts': 'export const a = <script src="/b.js" />;',
  'nextjs/no-title-in-document-head': [
    'pages/_document.js',
    "import { Head } from 'next/document'; export const a = <Head><title>b</title></Head>;",
  ],
  'nextjs/no-typos': ['pages/e.tsx', 'export const getServerSideprops = () => 1;'],
  'nextjs/no-unwanted-polyfillio':
    'export const a = <script src="https://polyfill.io/v3/polyfill.min.js?features=Array.prototype.at" async />;',
  'react/display-name': "import { memo } from 'react'; export const A = memo(() => <p>a</p>);",
  'react/error-boundaries': 'export function A() { try { return <p>a</p>; } catch { return null; } }',
  'react/exhaustive-deps':
    "import { useEffect } from 'react'; export function useA(a: string) { useEffect(() => { console.log(a); }, []); }",
  'react/globals': 'let a = 0; export function A() { a = 1; return <p>{a}</p>; }',
  'react/immutability': 'export function A(props: { a: string }) { props.a = "b"; return <p>{props.a}</p>; }',
  'react/incompatible-library': `import { useForm } from 'react-hook-form';
    export function A() { const { watch } = useForm(); return <p>{watch('a')}</p>; }`,
  'react/jsx-key': 'export const a = [1, 2].map((b) => <p>{b}</p>);',
  'react/jsx-no-comment-textnodes': 'export const a = <p>// b</p>;',
  'react/jsx-no-duplicate-props': 'export const a = <p id="a" id="b">c</p>;',
  'react/jsx-no-undef': 'export const a = <Missing />;',
  'react/no-children-prop': 'export const a = <p children="b" />;',
  'react/no-danger-with-children': 'export const a = <p dangerouslySetInnerHTML={{ __html: "b" }}>c</p>;',
  'react/no-direct-mutation-state': `import { Component } from 'react';
    export class A extends Component<object, { b: number }> { c() { this.state.b = 1; } override render() { return <p>a</p>; } }`,
  'react/no-find-dom-node':
    "import ReactDOM from 'react-dom'; export const a = (b: never) => <p>{ReactDOM.findDOMNode(b)}</p>;",
  'react/no-is-mounted': `import { Component } from 'react';
    export class A extends Component { c() { return this.isMounted(); } override render() { return <p>a</p>; } }`,
  'react/no-render-return-value':
    "import ReactDOM from 'react-dom'; export const a = ReactDOM.render(<p>b</p>, document.body);",
  'react/no-string-refs': 'export const a = <p ref="b">c</p>;',
  'react/no-unescaped-entities': "export const a = <p>It's</p>;",
  'react/no-unsafe': `import { Component } from 'react';
    export class A extends Component { componentWillMount() { return; } override render() { return <p>a</p>; } }`,
  'react/preserve-manual-memoization': `import { useMemo } from 'react';
    export function A({ b }: { b: { c: { d: number[] } } }) {
      const e = useMemo(() => b.c.d.map(String), [b?.c]);
      return <p>{e}</p>;
    }`,
  'react/purity': 'export function A() { return <p>{Math.random()}</p>; }',
  'react/refs':
    "import { useRef } from 'react'; export function A() { const b = useRef(1); return <p>{b.current}</p>; }",
  'react/require-render-return': `import { Component } from 'react';
    export class A extends Component { override render() { <p>a</p>; } }`,
  'react/rule-suppression': `import { useEffect } from 'react'; export function useA(a: string) {
    useEffect(() => {
      console.log(a);
      // oxlint-disable-next-line react/exhaustive-deps
    }, []);
  }`,
  'react/rules-of-hooks':
    "import { useState } from 'react'; export function A({ b }: { b: boolean }) { if (b) useState(1); return <p>a</p>; }",
  'react/set-state-in-effect':
    "import { useEffect, useState } from 'react'; export function useA() { const [a, b] = useState(1); useEffect(() => { b(2); }, []); return a; }",
  'react/set-state-in-render':
    "import { useState } from 'react'; export function A() { const [a, b] = useState(1); b(2); return <p>{a}</p>; }",
  'react/static-components': 'export function A() { const B = () => <p>b</p>; return <B />; }',
  'react/unsupported-syntax': 'export function A({ b }: { b: string }) { eval(b); return <p>{b}</p>; }',
  'react/use-memo':
    "import { useMemo } from 'react'; export function A() { const b = useMemo(async () => 1, []); return <p>{String(b)}</p>; }",
  'no-array-constructor': 'export const a = new Array(1, 2);',
  'no-unused-expressions': 'declare const a: number; a + 1;',
  'no-unused-vars': "import { join } from 'node:path';",
  'no-var': 'export var a = 1;',
  'prefer-const': 'let a = 1; export const b = a;',
  'prefer-rest-params': 'export function a() { return arguments; }',
  'prefer-spread': 'export function a(b: () => void, c: []) { b.apply(undefined, c); }',
  'typescript/await-thenable': 'export const a = async () => { await 1; };',
  'typescript/ban-ts-comment': '// @ts-ignore\nexport const a: string = 1;',
  'typescript/no-array-delete': 'const a = [1]; delete a[0];',
  'typescript/no-base-to-string': 'export const a = `${{}}`;',
  'typescript/no-duplicate-enum-values': 'export enum A { b = 1, c = 1 }',
  'typescript/no-duplicate-type-constituents': 'export type A = string | string;',
  'typescript/no-empty-object-type': 'export type A = {};',
  'typescript/no-explicit-any': 'export type A = any;',
  'typescript/no-extra-non-null-assertion': 'declare const a: string | null; export const b = a!!.length;',
  'typescript/no-floating-promises': 'Promise.resolve(1);',
  'typescript/no-for-in-array': 'for (const a in [1]) console.log(a);',
  'typescript/no-implied-eval': "setTimeout('a()', 1);",
  'typescript/no-misused-new': 'export interface A { new (): A; }',
  'typescript/no-misused-promises': 'if (Promise.resolve(true)) console.log(1);',
  'typescript/no-namespace': 'export namespace A { export const b = 1; }',
  'typescript/no-non-null-asserted-optional-chain':
    'declare const a: { b?: string } | null; export const c = a?.b!;',
  'typescript/no-redundant-type-constituents': 'export type A = unknown | string;',
  'typescript/no-require-imports': "export const a = require('node:fs');",
  'typescript/no-this-alias': 'export function a(this: unknown) { const b = this; return () => b; }',
  'typescript/no-unnecessary-type-assertion': "const a: string = 'b'; export const c = a as string;",
  'typescript/no-unnecessary-type-constraint': 'export const a = <A extends unknown>(b: A) => b;',
  'typescript/no-unsafe-argument': "parseInt(JSON.parse('1'));",
  'typescript/no-unsafe-assignment': "export const a = JSON.parse('1');",
  'typescript/no-unsafe-call': "JSON.parse('1')();",
  'typescript/no-unsafe-declaration-merging': 'export interface A { b: string } export class A { c = 1; }',
  'typescript/no-unsafe-enum-comparison': 'enum A { b } export const c = (d: A) => d === 1;',
  'typescript/no-unsafe-function-type': 'export type A = Function;',
  'typescript/no-unsafe-member-access': "console.log(JSON.parse('1').a);",
  'typescript/no-unsafe-return': "export const a = () => JSON.parse('1');",
  'typescript/no-unsafe-unary-minus': "export const a = -'b';",
  'typescript/no-wrapper-object-types': 'export type A = String;',
  'typescript/only-throw-error': "export const a = () => { throw 'b'; };",
  'typescript/prefer-as-const': "export const a: 'b' = 'b';",
  'typescript/prefer-namespace-keyword': 'declare module A { const b: number; }',
  'typescript/prefer-promise-reject-errors': "export const a = () => Promise.reject('b');",
  'typescript/restrict-plus-operands': 'export const a = [1] + 1;',
  'typescript/restrict-template-expressions': 'export const a = `${[1]}${null}`;',
  'typescript/switch-exhaustiveness-check':
    "export function a(b: 'c' | 'd') { switch (b) { case 'c': return 1; } return 2; }",
  'typescript/triple-slash-reference': '/// <reference path="./b.ts" />\nexport const a = 1;',
  'typescript/unbound-method': 'class A { b() { return this; } } export const c = new A().b;',
};
