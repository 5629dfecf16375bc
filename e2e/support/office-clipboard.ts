/** Word's clipboard content as HTML: a heading, a list within a list, a table with a repeated first row, and an image. */
export const wordHtml = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns:m="http://schemas.microsoft.com/office/2004/12/omml"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/li/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <o:OfficeDocumentSettings>
  <o:AllowPNG/>
 </o:OfficeDocumentSettings>
</xml><![endif]-->
<!--[if gte mso 9]><xml>
 <w:WordDocument>
  <w:View>Normal</w:View>
  <w:Zoom>0</w:Zoom>
 </w:WordDocument>
</xml><![endif]-->
<style>
<!--
 /* Font Definitions */
 @font-face
	{font-family:宋体;
	panose-1:2 1 6 0 3 1 1 1 1 1;}
 p.MsoNormal, li.MsoNormal, div.MsoNormal
	{mso-style-unhide:no;
	margin:0cm;
	mso-pagination:widow-orphan;
	font-size:10.5pt;}
@list l0:level1
	{mso-level-number-format:bullet;
	mso-level-text:\\F0B7;}
-->
</style>
<!--[if gte mso 10]>
<style>
 /* Style Definitions */
 table.MsoNormalTable
	{mso-style-name:普通表格;}
</style>
<![endif]-->
</head>

<body lang=ZH-CN style='tab-interval:21.0pt;word-wrap:break-word'>
<!--StartFragment-->

<h1><span style='font-family:宋体;mso-ascii-font-family:Calibri'>值班安排</span><span lang=EN-US><o:p></o:p></span></h1>

<p class=MsoNormal><span style='font-family:宋体'>请各部门</span><b style='mso-bidi-font-weight:normal'><span
style='font-family:宋体'>按时</span></b><span style='font-family:宋体'>到岗，见</span><span lang=EN-US><a
href="https://example.com/duty"><span style='color:#0563C1'>说明</span></a><o:p></o:p></span></p>

<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>

<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-char-indent-count:0;mso-list:l0 level1 lfo1'><![if !supportLists]><span
lang=EN-US style='font-family:Wingdings;mso-fareast-font-family:Wingdings'><span style='mso-list:Ignore'>l<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>早班</span><span lang=EN-US><o:p></o:p></span></p>

<p class=MsoListParagraph style='margin-left:42.0pt;text-indent:-21.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
lang=EN-US><span style='mso-list:Ignore'>n<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>六点到岗</span></p>

<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
lang=EN-US><span style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>晚班</span></p>

<p class=MsoListParagraph style='margin-left:18.0pt;text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span
lang=EN-US><span style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>交接</span></p>

<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt;mso-yfti-tbllook:1184'>
 <thead>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=277 valign=top style='width:207.4pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>
  <p class=MsoNormal><b><span style='font-family:宋体'>日期<o:p></o:p></span></b></p>
  </td>
  <td width=277 colspan=2 valign=top style='width:207.4pt'>
  <p class=MsoNormal align=center style='text-align:center'><span style='font-family:宋体'>人员</span><span lang=EN-US><o:p></o:p></span></p>
  </td>
 </tr>
 </thead>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=277 valign=top style='width:207.4pt'>
  <p class=MsoNormal><span lang=EN-US>1 月 2 日<o:p></o:p></span></p>
  </td>
  <td width=138 valign=top><p class=MsoNormal><span style='font-family:宋体'>张三</span></p></td>
  <td width=138 valign=top><p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p></td>
 </tr>
</table>

<p class=MsoNormal><span lang=EN-US style='mso-no-proof:yes'><!--[if gte vml 1]><v:shape id="图片_x0020_1" type="#_x0000_t75" style='width:100pt;height:50pt'><v:imagedata src="file:///C:/Users/li/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img width=133 height=67 src="file:///C:/Users/li/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" v:shapes="图片_x0020_1"><![endif]></span></p>

<!--EndFragment-->
</body>

</html>`;

/** Excel's clipboard content: columns with widths, numbers with their display texts, merged cells, and a hidden row. */
export const excelHtml = `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
.xl65
	{mso-number-format:"\\#\\,\\#\\#0\\.00";}
-->
</style>
</head>

<body link="#0563C1" vlink="#954F72">

<table border=0 cellpadding=0 cellspacing=0 width=216 style='border-collapse:
 collapse;width:162pt'>
<!--StartFragment-->
 <col width=72 span=3 style='width:54pt'>
 <colgroup><col width=72 style='mso-width-source:userset;mso-width-alt:2304'></colgroup>
 <tr height=19 style='height:14.25pt'>
  <td colspan=3 height=19 class=xl66 width=216 style='height:14.25pt;width:162pt'>季度汇总</td>
 </tr>
 <tr height=19 style='height:14.25pt'>
  <td rowspan=2 height=38 class=xl67 style='height:28.5pt'>华东</td>
  <td>一月</td>
  <td class=xl65 align=right x:num="1234.5" x:fmla="=SUM(C4:C9)">1,234.50</td>
 </tr>
 <tr height=19 style='height:14.25pt'>
  <td height=19 style='height:14.25pt' x:str>二月<br style='mso-data-placement:same-cell;'>（预计）</td>
  <td></td>
 </tr>
 <![if supportMisalignedColumns]>
 <tr height=0 style='display:none'>
  <td width=72 style='width:54pt'></td>
  <td width=72 style='width:54pt'></td>
  <td width=72 style='width:54pt'></td>
 </tr>
 <![endif]>
<!--EndFragment-->
</table>

</body>

</html>`;
